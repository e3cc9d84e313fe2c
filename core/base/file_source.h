// A file as it is on disk.
#pragma once

#include <memory>
#include <string>

#include "core/base/byte_source.h"
#include "core/base/result.h"

namespace lanescope {

/// The bytes of a regular file, undecoded; its size is what it was when it was opened. A pipe
/// (`<(…)`, /dev/stdin) is read to its end into memory first. Errors as open_byte_source.
Result<std::unique_ptr<ByteSource>> open_raw_source(const std::string& path);

}  // namespace lanescope
