// Which steps are warm-up of a run, not of a rank alone.
#pragma once

#include <vector>

#include "core/analysis/events/thresholds.h"
#include "core/ranks/fleet/fleet_rank.h"

namespace lanescope {

/// A trace takes a long first step for warm-up, but where one rank stalls, that step is long on
/// all: they wait for it in collectives. So a step that a rank tells to be warm-up stays so only if
/// most ranks do more in it by themselves, by `straggler_wait` of the step, than in their median
/// steady one; else FleetStep::steady is set, and its collectives count. Ranks that are not `taken`
/// are left as they are. May be repeated when ranks are added. Cost: steps, and the collectives of
/// ranks with such steps.
void review_warm_up(std::vector<FleetRank>& ranks, const std::vector<bool>& taken,
                    const Thresholds& thresholds);

}  // namespace lanescope
