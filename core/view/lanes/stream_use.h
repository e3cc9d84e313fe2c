// What a GPU stream does and how busy it is, read from its level-of-detail data.
#pragma once

#include "core/base/time.h"
#include "core/store/snapshot.h"
#include "core/view/colors/role.h"
#include "core/view/lanes/tree.h"

namespace lanescope {

struct StreamUse {
  LaneRole role = LaneRole::EmptyStream;  // Compute, Communication, Copies: what takes most time
  double busy = 0;  // share of the window's recorded time in which the stream is busy
};

/// The window that shares refer to, and how much of it was recorded.
struct UseWindow {
  TimeRange range;
  Ns recorded_ns = 0;
};

/// Cost: a few thousand pixels of each of the track's rows, however many slices it has.
StreamUse stream_use(const Snapshot& snapshot, const Track& track, const UseWindow& window,
                     RoleTable& roles);

/// From the start of the first step, including warm-up, to the end of the last or of the GPU work
/// that was launched in it, as in Overview. Without steps: from the first GPU work of the device to
/// its last, as in Overview for the whole trace. Cost: O(steps + tracks), plus that of
/// recording_pauses and of a lookup for each GPU event that follows the work of the last step, a
/// bounded number.
UseWindow use_window(const Snapshot& snapshot, std::int64_t device);

}  // namespace lanescope
