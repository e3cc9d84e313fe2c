// Clocks that jump in the midst of a trace, as NTP sets them: what came after is moved back.
#pragma once

#include <cstdint>
#include <map>
#include <span>
#include <string>
#include <vector>

#include "core/ranks/fleet/communicators.h"
#include "core/ranks/fleet/contradictions/jumping_clock.h"
#include "core/ranks/fleet/fleet_rank.h"
#include "core/ranks/ranks.h"

namespace lanescope {

/// Ranks whose collectives end later or earlier from some moment on, by at least half a millisecond
/// and 20 times what the differences of ends otherwise vary by, as against the other members of
/// their communicators. At least 4 collectives are needed on either side. If all others of a
/// communicator seem to jump at once, its compared member did; of two members that have no others
/// to compare with, that whose step becomes longer or shorter by as much. By rank. Cost: linear in
/// the collectives.
std::map<std::uint32_t, JumpingClock> find_clock_jumps(std::span<const FleetRank> ranks,
                                                       std::span<const Communicator> communicators);

/// Moves all of a rank to JumpingClock::steady_ns(), once. Steps with a jump in them are not usable
/// then, since what the GPU did in them was measured across it, and collectives there do not count.
/// Cost: linear.
void undo_clock_jumps(FleetRank& rank, JumpingClock clock);

/// The same for ranks that are compared exactly. Returns a sentence for each jump. Cost: that of
/// find_communicators.
std::vector<std::string> undo_clock_jumps(RunFacts& facts);

/// compare_ranks() after that; the summary tells the jumps, and the collectives that ranks do not
/// call alike (see collective_mismatches).
RunAnalysis compare_steady_ranks(RunFacts& facts, const Thresholds& thresholds = {},
                                 const RankTitle& title_of = {});

}  // namespace lanescope
