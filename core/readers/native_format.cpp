#include "core/readers/native_format.h"

#include <array>
#include <utility>

#include "core/readers/capture/file.h"
#include "core/readers/capture/loader.h"
#include "core/readers/capture/stream.h"
#include "core/readers/nsys/loader.h"
#include "core/readers/perfetto/loader.h"
#include "core/readers/perfetto/packets/recognize.h"
#include "core/readers/rocpd/loader.h"
#include "core/readers/rocprofv3/loader.h"
#include "core/readers/rpd/loader.h"
#include "core/readers/xplane/space.h"
#include "core/readers/xplane/xplane.h"

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

bool is_recording(const FileHead& head) {
  return is_capture(head.text);
}

bool is_perfetto(const FileHead& head) {
  return perfetto::is_trace(head.text);
}

bool is_xplane_file(const FileHead& head) {
  return is_xplane(head.text);
}

constexpr std::array kFormats = {
    NativeFormat{"lanescope-capture", is_recording, load_recording},
    NativeFormat{"xplane", is_xplane_file, load_xplane},
    NativeFormat{"perfetto", is_perfetto, perfetto::load_trace},
    NativeFormat{"nsys-sqlite", is_nsys_export, load_nsys_export},
    NativeFormat{"rocprofv3-json", is_rocprofv3, load_rocprofv3},
    NativeFormat{"rpd", is_rpd, load_rpd},
    NativeFormat{"rocpd", is_rocpd, load_rocpd},
};

}  // namespace

const NativeFormat* find_native_format(const FileHead& head) {
  for (const NativeFormat& format : kFormats) {
    if (format.recognizes(head)) return &format;
  }
  return nullptr;
}

}  // namespace lanescope
