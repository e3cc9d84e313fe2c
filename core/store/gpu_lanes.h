// Which tracks are lanes of a GPU.
#pragma once

#include "core/store/snapshot.h"

namespace lanescope {

/// A stream, or what belongs to one: annotations and waits.
constexpr bool is_gpu_lane(TrackKind kind) {
  return kind == TrackKind::GpuStream || kind == TrackKind::GpuAnnotation ||
         kind == TrackKind::GpuSync;
}

}  // namespace lanescope
