// Loads a rocpd file of rocprofv3 or rocprof-sys as a snapshot.
#pragma once

#include <memory>

#include "core/readers/native_format.h"

namespace lanescope {

bool is_rocpd(const FileHead& head);

/// See NativeFormat. Cost: one single-threaded pass over each table, then the builder's on all
/// threads.
Result<LoadedTrace> load_rocpd(const std::shared_ptr<ByteSource>& source, TraceInfo info,
                               const LoadOptions& options);

}  // namespace lanescope
