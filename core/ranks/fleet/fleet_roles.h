// Which ranks of a run do the same work, so that they can be compared.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "core/ranks/fleet/communicators.h"

namespace lanescope {

/// By rank, a number that ranks of the same role share. They have as many collectives of each kind,
/// size and number of members in their steps, and the same first. Of the members, those count that
/// the communicator says to have, so that a rank without a trace does not set its group apart.
///
/// A role of so few ranks that none can be judged by the others joins the largest one that differs
/// only in the members, if its fastest rank takes as long as those do: within `margin` of the
/// length of a step. Ranks that are not `taken` share a role. Cost: linear in the collectives.
std::vector<std::uint32_t> find_fleet_roles(
    std::span<const FleetRank> ranks, const std::vector<bool>& taken,
    std::span<const Communicator> communicators,
    const std::vector<std::vector<std::uint32_t>>& communicator_of, double margin);

/// Of ranks of one role that may fall into two groups, as where half of the GPUs are throttled:
/// which of them are of the faster group, by whose times all can be judged: the median of all
/// would be between both or among the slower. Empty if they are one group.
///
/// They are two if the widest gap between neighboring times is more than `least_ns`, and more than
/// 8 standard deviations within each of the groups: that of normal deviates is less than one. Each
/// has at least 4 ranks, and the faster one a fifth of all. Cost: sorts the times.
std::vector<bool> faster_group(std::span<const double> times, double least_ns);

/// What a rank did by itself in a step, per GPU; see FleetStep::own_ns.
double own_ns_per_gpu(const FleetStep& step);

}  // namespace lanescope
