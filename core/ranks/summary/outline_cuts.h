// Where the outline of a device is cut into segments.
#pragma once

#include <span>
#include <vector>

#include "core/ranks/rank_activity.h"
#include "core/ranks/rank_collectives.h"

namespace lanescope {

/// At the begin and end of each collective of the device and of each step, and at the ends of all
/// that it did, so that each piece of it lies in a segment: ascending. `idle_ends` is from the
/// begin of its idle time to the end of that. Cost: that of sorting them, and a look at the work.
std::vector<Ns> cuts_of(const DeviceActivity& device, TimeRange idle_ends,
                        const RankCollectives& collectives, std::span<const TimeRange> steps);

}  // namespace lanescope
