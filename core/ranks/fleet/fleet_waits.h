// Who arrived last at each collective of a large run, and who waited.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "core/ranks/fleet/communicators.h"
#include "core/ranks/rank_clocks.h"

namespace lanescope {

/// A collective on the common clock.
struct FleetCollective {
  std::uint32_t last = 0;  // member that arrived last; the first of several
  /// All members of the communicator take part, at least two, and all are aligned: so the last to
  /// arrive is known. Members whose trace ends before do not matter if they are the fewer.
  bool complete = false;
  bool counts = false;      // complete, and in the analysis window of all that still have one
  std::uint32_t shape = 0;  // into Fleet::shapes
  Ns arrival_ns = 0;        // of the last member
  Ns lateness_ns = 0;       // of the last member, after the median other one
  Ns wait_ns = 0;           // summed over members
  Ns transfer_ns = 0;       // the shortest part: the time without waiting; needs no clock
};

struct FleetWaits {
  std::vector<std::vector<FleetCollective>> collectives;    // by communicator, row
  std::vector<std::vector<std::uint32_t>> communicator_of;  // by rank, its group
  std::vector<std::vector<std::uint32_t>> row_of;           // by rank, its part
};

/// How long a part waited for the last member.
Ns wait_of(const FleetPart& part, Ns arrival_ns, const FleetCollective& collective);

/// Cost: linear in the collectives of all ranks; `threads` share it.
FleetWaits find_waits(std::span<const FleetRank> ranks, std::span<const Communicator> communicators,
                      std::span<const RankClock> clocks, unsigned threads);

}  // namespace lanescope
