// Files that the user has given to the page: by dropping or choosing them. The browser reads them
// where they lie, piece by piece, and only on a thread that lets its events in between: one thread
// does so for all others. Only in the page.
#pragma once

#include <cstdint>
#include <string>

#include "core/base/bytes/byte_source.h"

namespace lanescope {

/// Starts the thread that reads; once, before the first file. Main thread.
void start_page_files();

/// Makes a file known under `path`, where a file of the program's own without a byte is put, so
/// that folders list it. The page hands over the file itself beside this, as number `id`. Main
/// thread.
void add_page_file(const std::string& path, int id, std::uint64_t bytes);

/// The bytes of such a file; null when none of this path is known. Any thread.
std::unique_ptr<ByteSource> page_file_source(const std::string& path);

}  // namespace lanescope
