// The GPU busy strip of the overview: per device, the share of each time bin in which any stream is
// busy.
#pragma once

#include <vector>

#include "core/store/snapshot.h"

namespace lanescope {

/// Devices in increasing order, bins over the snapshot's extent. Cost: one pass over the GPU
/// tracks.
std::vector<BusyProfile> gpu_busy_profiles(const Snapshot& snapshot);

}  // namespace lanescope
