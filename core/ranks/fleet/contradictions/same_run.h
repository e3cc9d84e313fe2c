// Whether ranks that were recorded at different times, by their hosts' clocks, are of one run all
// the same: hosts without NTP are minutes off.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "core/ranks/fleet/fleet_rank.h"

namespace lanescope {

/// The ranks that were recorded at one time, ascending.
using RanksAtOneTime = std::vector<std::uint32_t>;

/// Which of the others are of the same run as `own`, by time. They are if they took part in the
/// same collectives: those of the same group and number have the same kinds and sizes and are in
/// steps of the same names, and the time from one end to the next is the same but for the drift of
/// a clock. The latter tells a run from the next run of the same job, whose collectives are
/// numbered alike: no two runs take the same time to the microsecond. If half of them are ranks
/// that `own` has already, they are of another run. Not shown by fewer than 4 collectives in
/// common. Cost: that of find_communicators, and nothing without others.
std::vector<bool> of_same_run(std::span<const FleetRank> ranks,
                              std::span<const CollectiveShape> shapes, const RanksAtOneTime& own,
                              std::span<const RanksAtOneTime> others);

}  // namespace lanescope
