// From a capture file to a snapshot.
#pragma once

#include <memory>
#include <string>

#include "core/readers/trace_loader.h"

namespace lanescope {

/// `source` is a capture (is_capture), at its beginning. What is damaged or missing is in the load
/// report. Errors: Unsupported for a capture of another major version. Cost: one pass over the
/// file by one thread, then the builder's by all.
Result<LoadedTrace> load_capture(std::shared_ptr<ByteSource> source, TraceInfo info,
                                 const LoadOptions& options);

}  // namespace lanescope
