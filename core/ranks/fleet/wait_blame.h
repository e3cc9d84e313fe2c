// Whose fault is it that a group waits? Not always that of the rank that arrives last: it may have
// waited for another one before, in another group.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "core/ranks/fleet/fleet_waits.h"
#include "core/ranks/fleet/own_work.h"
#include "core/ranks/fleet/slow_links.h"

namespace lanescope {

/// Waits are summed over ranks. What is caused is only what no computation hides, see
/// find_exposed_waits. Waits in messages are left out: a stage of a pipeline waits for the one
/// before it in the best of runs.
struct WaitBlame {
  std::vector<Ns> caused_ns;       // by rank and step, as OwnWorkTable::works
  std::vector<Ns> waited_ns;       // by rank and step, whatever for, also what computation hides
  std::vector<Ns> link_caused_ns;  // by communicator
  std::vector<std::size_t> times_last;   // by rank
  std::vector<std::size_t> collectives;  // by rank: those it takes part in that count
  Ns total_ns = 0;                       // all waits, also what computation hides
  Ns exposed_ns = 0;  // of them; what nobody caused alone is the spread of ordinary times
};

/// From each collective, the lateness of its last rank is followed back: as much of it as the
/// rank's own notable work in that step, or as the excess of a slow link that it waited for, is
/// theirs; the rest was there before, when the rank left the collective before this one, so it goes
/// on with the rank that was last there. It is what Scalasca calls the delay of a wait state
/// (Böhme, Geimer, Wolf, Arnold, Identifying the Root Causes of Wait States in Large-Scale Parallel
/// Applications, ICPP 2010). It ends when 5 % of the lateness is left, or two steps back. Cost:
/// collectives, times their distance from the cause, which is nothing where no rank and no link is
/// notable.
WaitBlame blame_waits(std::span<const FleetRank> ranks, std::span<const Communicator> communicators,
                      std::span<const RankClock> clocks, const FleetWaits& waits,
                      const OwnWorkTable& work, const UsualTransfers& links);

}  // namespace lanescope
