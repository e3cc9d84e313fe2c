// The groups of lanes of a trace's processes: which thread is the main one, which are autograd's,
// and what comes before the devices.
#pragma once

#include <vector>

#include "core/view/lanes/track_lanes.h"

namespace lanescope {

struct ProcessGroups {
  std::vector<LaneGroup> before_devices;
  std::vector<LaneGroup> after_devices;  // other processes, and threads that do no work for the
                                         // model: they make room for the GPU
};

/// In the order that build_lane_tree() describes. Cost: O(tracks), and a look at some slices of
/// each.
ProcessGroups process_groups(const Snapshot& snapshot, const TrackLanes& lanes);

}  // namespace lanescope
