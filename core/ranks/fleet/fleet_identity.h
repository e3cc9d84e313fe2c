// Which rank of the run each summary is of, and which are not of this run.
#pragma once

#include <span>
#include <vector>

#include "core/ranks/fleet/fleet.h"

namespace lanescope {

struct FleetIdentity {
  RunRanks ranks;
  std::vector<FleetRankState> states;  // Compared, or why not; Unaligned is not known yet
};

/// By rank, then file; those of unknown rank last.
void sort_by_rank(std::vector<FleetRank>& ranks);

/// Of several summaries of a rank, the first whose trace could be read is compared, unless its
/// clock turns out to fit none of the others'. Of another run are those that say another world size
/// or backend than most do, and those recorded more than a minute before or after the time when
/// most were. Cost: ranks * log(ranks).
FleetIdentity identify_fleet(std::span<const FleetRank> ranks);

}  // namespace lanescope
