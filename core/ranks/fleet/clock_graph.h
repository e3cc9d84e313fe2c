// A common clock for thousands of ranks: along the communicators that they share, which overlap in
// few ranks.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "core/analysis/events/thresholds.h"
#include "core/ranks/fleet/clock_line.h"
#include "core/ranks/fleet/communicators.h"
#include "core/ranks/rank_clocks.h"

namespace lanescope {

/// One rank's clock against the time of a communicator, which is the median of the ends of its
/// collectives on all members: they end at the same time everywhere, but for jitter.
struct ClockEdge {
  std::uint32_t rank = 0, communicator = 0;
  /// x: the rank's host time after `pivot_ns`. y: added to it, after `rough_ns`, to get the
  /// communicator's time.
  ClockLine line;
  Ns pivot_ns = 0, rough_ns = 0;
  double deviation_ns = 0;  // standard deviation: its own or, if larger, that of all members
  double error_ns = 0;      // at most, over the rank's trace
  double limit_ns = 0;      // refused if the median deviation of the ends is larger
  std::size_t pairs = 0;    // collectives compared

  [[nodiscard]] bool refused() const { return line.deviation > limit_ns; }
};

/// At most one edge for each member of each communicator; none where fewer than 4 collectives can
/// be compared. Of communicators with many collectives, some 500 at regular intervals are looked
/// at. The limit is that of align_clocks. Cost: linear in the collectives looked at.
std::vector<ClockEdge> clock_edges(std::span<const FleetRank> ranks,
                                   std::span<const Communicator> communicators,
                                   const Thresholds& thresholds, unsigned threads);

/// Ranks and communicators are the nodes of a graph. From the reference, the rank with the lowest
/// number among those most ranks are connected with, the path of least error leads to each rank
/// (Dijkstra's algorithm); offsets and drifts are chained along it, and RankClock::error_ns is the
/// sum of ClockEdge::error_ns, an upper bound at any time of the rank's trace. What it can not see
/// is a constant difference between the ends on two ranks. `partner` is the rank before it on the
/// path. has_drift: the drift is larger than its error, summed likewise; it is used either way.
/// `shifts` and `lags` stay empty. Ranks that no path leads to are Refused if some edge is, else
/// TooFewShared; those not `taken` are NoCollectives. Cost: edges * log(edges).
std::vector<RankClock> align_fleet(std::span<const FleetRank> ranks, const std::vector<bool>& taken,
                                   std::span<const Communicator> communicators,
                                   std::span<const ClockEdge> edges);

}  // namespace lanescope
