// What a GPU stream does, and how busy it is, read from its level of detail.
#pragma once

#include "core/base/time.h"
#include "core/store/snapshot.h"
#include "core/view/colors/role.h"
#include "core/view/lanes/tree.h"

namespace lanescope {

struct StreamUse {
  LaneRole role = LaneRole::EmptyStream;  // Compute, Communication, Copies: most of the busy time
  double busy = 0;  // share of what was recorded of the window in which the stream works
};

/// The window that shares are of, and how much of it was recorded.
struct UseWindow {
  TimeRange range;
  Ns recorded_ns = 0;
};

/// Cost: O(1), a few thousand pixels of each of the track's rows.
StreamUse stream_use(const Snapshot& snapshot, const Track& track, const UseWindow& window,
                     RoleTable& roles);

/// From the first step to the end of the last, warm-up and all; else from the first GPU work of the
/// device to its last, as Overview has it for the whole trace. Cost: O(steps + tracks), and that of
/// recording_pauses.
UseWindow use_window(const Snapshot& snapshot, std::int64_t device);

}  // namespace lanescope
