// From a capture file to a snapshot.
#pragma once

#include <memory>
#include <string>

#include "core/readers/trace_loader.h"

namespace lanescope {

/// `source` is a capture (is_capture), at its beginning. What is damaged or missing is in the load
/// report. Errors: Unsupported for a capture of another major version. Cost: one pass over the
/// file by one thread, then the builder's by all.
Result<LoadedTrace> load_capture(const std::shared_ptr<ByteSource>& source, TraceInfo info,
                                 const LoadOptions& options);

/// The same of a capture that still runs, as far as `source` goes: what has begun and not ended is
/// drawn up to its last chunk, and nothing is said to be missing. `name` is TraceInfo::file.
/// Errors: as above, and Cancelled when it was stopped before all was read.
Result<LoadedTrace> load_capture_so_far(const std::shared_ptr<ByteSource>& source, std::string name,
                                        const LoadOptions& options);

}  // namespace lanescope
