#include "core/readers/native_format.h"

#include <array>
#include <utility>

#include "core/readers/capture/file.h"
#include "core/readers/capture/loader.h"
#include "core/readers/capture/stream.h"
#include "core/readers/perfetto/loader.h"
#include "core/readers/perfetto/recognize.h"

namespace lanescope {
namespace {

/// With the parts that a recorder which was killed left beside it.
Result<LoadedTrace> load_recording(const std::shared_ptr<ByteSource>& source, TraceInfo info,
                                   const LoadOptions& options) {
  const std::shared_ptr<ByteSource> with_segments = open_left_segments(info.file);
  if (!with_segments) return load_capture(source, std::move(info), options);
  info.file_bytes = with_segments->file_bytes();
  return load_capture(with_segments, std::move(info), options);
}

constexpr std::array<NativeFormat, 2> kFormats = {{
    {"lanescope-capture", is_capture, load_recording},
    {"perfetto", perfetto::is_trace, perfetto::load_trace},
}};

}  // namespace

const NativeFormat* find_native_format(std::string_view text_head) {
  for (const NativeFormat& format : kFormats) {
    if (format.recognizes(text_head)) return &format;
  }
  return nullptr;
}

}  // namespace lanescope
