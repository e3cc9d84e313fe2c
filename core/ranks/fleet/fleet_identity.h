// Which rank of the run each summary is of, and which are not of this run.
#pragma once

#include <cstdint>
#include <optional>
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

/// As the trace says or, if it does not, its file's name; nullopt if nothing tells it.
std::optional<std::int64_t> stated_rank(const FleetRank& rank);

/// Of several summaries of a rank, the first whose trace could be read is compared, unless its
/// clock turns out to fit none of the others'. Of another run are those that say another world size
/// or backend than most do, and those recorded more than a minute before or after the time when
/// most were, unless they took part in the same collectives (see of_same_run): clocks may be wrong.
/// Cost: ranks * log(ranks), and that of of_same_run where times differ.
FleetIdentity identify_fleet(std::span<const FleetRank> ranks,
                             std::span<const CollectiveShape> shapes);

}  // namespace lanescope
