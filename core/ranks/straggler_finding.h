// F18: does the whole run wait for one rank?
#pragma once

#include <span>
#include <vector>

#include "core/analysis/events/thresholds.h"
#include "core/analysis/findings/findings.h"
#include "core/ranks/matched_collectives.h"
#include "core/ranks/rank_times.h"
#include "core/ranks/stragglers.h"

namespace lanescope {

/// The finding about the rank that causes most waiting, when it is last in more than
/// `straggler_last` of its collectives and the other aligned ranks wait for it during more than
/// `straggler_wait` of their time together; else none. Its severity is a share of the others' time:
/// at most what they wait for it on average, at least what is left when the next to last rank stays
/// as late as it is. Pure. Cost: linear.
std::vector<Finding> find_straggler(const StragglerTable& table, const MatchedCollectives& matched,
                                    std::span<const RankTimes> times, const Thresholds& thresholds);

}  // namespace lanescope
