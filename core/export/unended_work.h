// What of a GPU is written as a begin without an end, as it was read: its duration is unknown.
#pragma once

#include <algorithm>

#include "core/store/gpu_lanes.h"
#include "core/store/snapshot.h"

namespace lanescope {

/// `event` is a slice of the track. Cost: a search among the slices without an end.
inline bool is_unended_work(const Snapshot& trace, const Track& track, EventId event) {
  return is_gpu_lane(track.kind) && std::ranges::binary_search(trace.unended, event);
}

}  // namespace lanescope
