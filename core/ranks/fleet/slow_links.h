// Links that are slow: communicators whose transfers take longer than those of others of the same
// kind and size.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "core/ranks/fleet/fleet_waits.h"

namespace lanescope {

/// Between the hosts, or where they are not known the ranks, of one or several communicators.
struct SlowLink {
  std::vector<std::string> hosts;            // sorted; empty: not known
  std::vector<std::uint32_t> communicators;  // ascending
  CollectiveShape shape;                     // of those with the most time lost
  std::size_t members = 0;                   // of each communicator
  std::size_t count = 0;                     // collectives
  double transfer_ns = 0, usual_ns = 0;      // median of its transfers; of its like
  Ns lost_ns = 0;  // beyond the usual time, of the communicator that loses the most
};

/// Of each communicator, by shape: how long a transfer usually takes among its like.
struct UsualTransfers {
  /// By communicator: pairs of shape and usual time, only of those that are slow.
  std::vector<std::vector<std::pair<std::uint32_t, Ns>>> slow;
  std::vector<SlowLink> links;  // most time lost first
};

/// Alike are communicators that move messages of one shape between as many members on as many
/// hosts; of these, 6 or more tell what is usual. One is slow if its median transfer takes
/// kSlowTransfer times the median of its like and is 8 of their standard deviations above it, and
/// if it loses kSlowLinkPct of the steps' time. Communicators with ranks that have no summary
/// are left out, since all of theirs may have waited for these. Clocks do not matter. Cost: linear
/// in the collectives.
UsualTransfers find_slow_links(std::span<const FleetRank> ranks,
                               std::span<const CollectiveShape> shapes,
                               std::span<const Communicator> communicators, const FleetWaits& waits,
                               Ns steps_ns);

/// Of the steps' time, the least that a slow link loses.
inline constexpr double kSlowLinkPct = 0.5;

}  // namespace lanescope
