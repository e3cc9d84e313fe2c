// What a GPU stream does, and how busy it is, read from its level of detail.
#pragma once

#include "core/base/time.h"
#include "core/store/snapshot.h"
#include "core/view/color_role.h"
#include "core/view/lane_tree.h"

namespace lanescope {

struct StreamUse {
  LaneRole role = LaneRole::EmptyStream;  // Compute, Communication, Copies: most of the busy time
  double busy = 0;                        // share of the window in which the stream works
};

/// Cost: O(1), a few thousand pixels of each of the track's rows.
StreamUse stream_use(const Snapshot& snapshot, const Track& track, TimeRange window,
                     RoleTable& roles);

/// The window that shares are of: from the first step to the end of the last, else all X events.
TimeRange busy_window(const Snapshot& snapshot);

}  // namespace lanescope
