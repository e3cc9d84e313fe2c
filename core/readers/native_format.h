// Formats with a reader of their own that writes rows without a detour over text: recordings, and
// the files of other profilers. To add a format, add a line to the table in native_format.cpp.
#pragma once

#include <memory>
#include <string_view>

#include "core/base/bytes/byte_source.h"
#include "core/base/result.h"
#include "core/readers/trace_loader.h"
#include "core/store/snapshot.h"

namespace lanescope {

struct NativeFormat {
  std::string_view name;  // TraceInfo::format of the result
  /// `text_head`: up to 64 KiB of the decompressed bytes, from the first.
  bool (*recognizes)(std::string_view text_head);
  /// `source` is decoded and at its beginning; `info` names the file and its size. Errors: those of
  /// load_trace. Damage and what is missing are in the load report. Runs on the loading thread.
  Result<LoadedTrace> (*load)(const std::shared_ptr<ByteSource>& source, TraceInfo info,
                              const LoadOptions& options);
};

/// Null if it is none of these.
const NativeFormat* find_native_format(std::string_view text_head);

}  // namespace lanescope
