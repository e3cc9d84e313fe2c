// When a thread had the GIL.
#pragma once

#include <vector>

#include "core/base/time.h"
#include "core/store/snapshot.h"

namespace lanescope {

/// While it ran or waited for a CPU, and while it ran alone; merged. It keeps the GIL in other
/// waits, too, but those are no work.
struct HoldingTimes {
  std::vector<TimeRange> all, running;
};

/// `thread` is any of its tracks. Cost: O(tracks), and a pass over its states.
HoldingTimes holding_times(const Snapshot& snapshot, const Track& thread);

/// When others could not have the GIL, whatever the thread did meanwhile; merged. Cost: the same.
std::vector<TimeRange> gil_held_times(const Snapshot& snapshot, const Track& thread);

}  // namespace lanescope
