// A file that somebody still writes.
#pragma once

#include <memory>
#include <string>

#include "core/base/bytes/byte_source.h"
#include "core/base/result.h"

namespace lanescope {

/// Its bytes as they are. read() gives 0 at the end of today and more when there is more. Errors:
/// NotFound, Unreadable.
Result<std::unique_ptr<ByteSource>> open_growing_file(const std::string& path);

}  // namespace lanescope
