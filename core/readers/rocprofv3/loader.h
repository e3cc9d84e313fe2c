// Loads a JSON file of rocprofv3 as a snapshot.
#pragma once

#include <memory>

#include "core/readers/native_format.h"

namespace lanescope {

/// An object whose first key is "rocprofiler-sdk-tool".
bool is_rocprofv3(const FileHead& head);

/// See NativeFormat. A file that was cut off is loaded up to there. Cost: one single-threaded pass
/// over the text, then the builder's on all threads.
Result<LoadedTrace> load_rocprofv3(const std::shared_ptr<ByteSource>& source, TraceInfo info,
                                   const LoadOptions& options);

}  // namespace lanescope
