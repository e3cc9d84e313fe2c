// When a recording was paused, so that what is not there need not have been idle.
#pragma once

#include <vector>

#include "core/base/time.h"
#include "core/store/snapshot.h"

namespace lanescope {

/// From the "Paused" records of category overhead that a live capture leaves. Merged, by time.
/// Cost: a pass over the profiler's tracks.
std::vector<TimeRange> recording_pauses(const Snapshot& snapshot);

}  // namespace lanescope
