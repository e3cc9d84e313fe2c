// The details of a slow link.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "core/view/fleet/fleet_picture.h"
#include "core/view/ranks/text.h"

namespace lanescope {

/// Both ends, what goes over it, how much slower than its like it is, and what that costs. Cost:
/// the ranks at its ends.
RanksDetails link_details(const FleetPicture& run, std::size_t link);

/// The ranks at each of its ends: those of one host, where hosts are known, else each by itself.
/// Ascending, as the ranks in each. Cost: the ranks at its ends.
struct LinkEnd {
  std::string host;  // empty: not known
  std::vector<std::uint32_t> ranks;
};
std::vector<LinkEnd> link_ends(const FleetPicture& run, std::size_t link);

}  // namespace lanescope
