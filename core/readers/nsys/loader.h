// Loads an SQLite export of Nsight Systems as a snapshot.
#pragma once

#include <memory>

#include "core/readers/native_format.h"

namespace lanescope {

bool is_nsys_export(const FileHead& head);

/// Cost: one single-threaded pass over the tables of events, two over those of GPU work, then the
/// builder's on all threads. After cancellation, what was read so far is returned.
Result<LoadedTrace> load_nsys_export(const std::shared_ptr<ByteSource>& source, TraceInfo info,
                                     const LoadOptions& options);

}  // namespace lanescope
