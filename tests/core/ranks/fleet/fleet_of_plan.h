// Fleets of the made-up training, and what a test asks of them.
#pragma once

#include <algorithm>
#include <cmath>
#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "core/ranks/fleet/fleet.h"
#include "tests/core/ranks/fleet/made_fleet.h"

namespace lanescope {

/// What a test does to a rank's summary before it is added; false: leaves it out.
using ChangeSummary = std::function<bool(int, RankSummary&)>;

inline void add_ranks(Fleet& fleet, const MadeFleet& made, const ChangeSummary& change = {}) {
  for (int replica = 0; replica < made.plan().data; ++replica) {
    made.summarize(replica, [&](int rank, RankSummary&& summary) {
      if (change && !change(rank, summary)) return;
      fleet.add(fleet_rank(std::move(summary), "rank" + std::to_string(rank) + ".rank"));
    });
  }
}

/// How far a rank's clock is from the reference's at most, in the course of the run, when a rank's
/// number is also its place in the fleet.
inline double clock_error_of(const MadeFleet& made, const FleetAnalysis& found, int rank) {
  const auto reference = std::ranges::find(found.clocks, ClockState::Reference, &RankClock::state);
  const auto reference_rank = static_cast<int>(reference - found.clocks.begin());
  const RankClock& own = found.clocks[static_cast<std::size_t>(rank)];
  double most = 0;
  for (int part = 0; part <= 8; ++part) {
    const Ns moment_ns = made.end_ns() / 8 * part;
    const Ns here = own.common(made.host_ns(rank, moment_ns) - own.base_ns);
    const Ns there =
        reference->common(made.host_ns(reference_rank, moment_ns) - reference->base_ns);
    most = std::max(most, std::abs(static_cast<double>(here - there)));
  }
  return most;
}

/// The straggler of that number, or null.
inline const FleetStraggler* straggler_of(const FleetAnalysis& found, int rank) {
  for (const FleetStraggler& one : found.stragglers) {
    if (found.identity.traces[one.rank].rank == rank) return &one;
  }
  return nullptr;
}

/// The first step as one of warm-up: the rank does more in it than in the others.
inline bool make_warm_up(int /*rank*/, RankSummary& summary) {
  summary.steps[0].warm_up = true;
  summary.steps[0].idle_ns[0] += 200'000'000;
  return true;
}

}  // namespace lanescope
