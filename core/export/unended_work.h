// What of a GPU is written as a begin without an end, as it was read: its duration is unknown.
#pragma once

#include <algorithm>

#include "core/store/snapshot.h"

namespace lanescope {

/// `event` is a slice of the track. Cost: a search among the slices without an end.
inline bool is_unended_work(const Snapshot& trace, const Track& track, EventId event) {
  const bool is_of_gpu = track.kind == TrackKind::GpuStream ||
                         track.kind == TrackKind::GpuAnnotation || track.kind == TrackKind::GpuSync;
  return is_of_gpu && std::ranges::binary_search(trace.unended, event);
}

}  // namespace lanescope
