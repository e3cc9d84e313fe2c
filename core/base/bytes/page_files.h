// Files that the user has given to the page, by dropping or choosing them. They stay with the
// browser, which reads them in pieces. Only in the page.
#pragma once

#include <cstdint>
#include <string>

#include "core/base/bytes/byte_source.h"

namespace lanescope {

/// Makes a file known as `path`, where an empty file is created so that folders list it. The page
/// hands over the file itself separately, as number `id`. Main thread.
void add_page_file(const std::string& path, int id, std::uint64_t bytes);

/// The bytes of such a file; null if there is none of this path. Any thread.
std::unique_ptr<ByteSource> page_file_source(const std::string& path);

}  // namespace lanescope
