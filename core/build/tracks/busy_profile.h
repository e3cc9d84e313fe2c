// The GPU busy strip of the overview: per device, how much of each stretch of time any stream
// works.
#pragma once

#include <vector>

#include "core/store/snapshot.h"

namespace lanescope {

/// Devices in rising order, bins over the snapshot's extent. Cost: one pass over the GPU tracks.
std::vector<BusyProfile> gpu_busy_profiles(const Snapshot& snapshot);

}  // namespace lanescope
