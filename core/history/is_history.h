// Whether summaries that are opened together are a history, or the ranks of one run.
#pragma once

#include <span>

#include "core/ranks/fleet/fleet_rank.h"

namespace lanescope {

/// Whether one rank was recorded at more times than the largest run among these has ranks: 20 runs
/// of a rank, or of 8, are a history; 8 ranks of which 2 were recorded again later are not. Runs
/// are told apart as make_history() does it, by time; summaries that do not tell theirs say
/// nothing. Cost: summaries * log(summaries).
bool is_history(std::span<const FleetRank> summaries);

}  // namespace lanescope
