// Loads Perfetto's protobuf traces (.pftrace, .perfetto-trace):
// https://perfetto.dev/docs/reference/trace-packet-proto
#pragma once

#include <memory>

#include "core/readers/trace_loader.h"

namespace lanescope::perfetto {

/// `source` is at its beginning. What is damaged, lost or of other data sources is in the load
/// report. Cost: one pass over the file, of which one thread does the part that depends on the
/// order and others the rest, in batches of `slice_bytes`; then the builder's on all threads.
Result<LoadedTrace> load_trace(const std::shared_ptr<ByteSource>& source, TraceInfo info,
                               const LoadOptions& options);

}  // namespace lanescope::perfetto
