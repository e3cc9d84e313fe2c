// A file as it is on disk.
#pragma once

#include <memory>
#include <string>

#include "core/base/bytes/byte_source.h"
#include "core/base/result.h"
#include "core/base/threads/load_progress.h"

namespace lanescope {

/// The bytes of a regular file, undecoded; its size is what it was when it was opened. A pipe
/// (`<(…)`, /dev/stdin) is read to its end into memory first; `progress`, which may be null, tells
/// how far that is and can cancel it. Errors as open_byte_source, and Cancelled.
Result<std::unique_ptr<ByteSource>> open_raw_source(const std::string& path,
                                                    LoadProgress* progress = nullptr);

}  // namespace lanescope
