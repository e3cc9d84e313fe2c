// Loads a capture file as a snapshot.
#pragma once

#include <memory>
#include <string>

#include "core/readers/trace_loader.h"

namespace lanescope {

/// `source` must be a capture (is_capture), at its beginning. Damage and missing data are in the
/// load report. Errors: Unsupported for another major version. Cost: one single-threaded pass over
/// the file, then the builder's on all threads.
Result<LoadedTrace> load_capture(const std::shared_ptr<ByteSource>& source, TraceInfo info,
                                 const LoadOptions& options);

/// Loads a running capture up to the end of `source`: open slices end at its last chunk, and
/// nothing is reported as missing. `name` is TraceInfo::file. Errors: as above; Cancelled if
/// stopped before the end.
Result<LoadedTrace> load_capture_so_far(const std::shared_ptr<ByteSource>& source, std::string name,
                                        const LoadOptions& options);

}  // namespace lanescope
