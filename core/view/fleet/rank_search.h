// Finding a rank among thousands.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "core/view/fleet/fleet_picture.h"

namespace lanescope {

/// Ranks, ascending: of that number ("1467", "rank 1467"); else those whose host, or a process
/// group of which, has this in its name, whatever its case. Empty for blanks. Cost: ranks and
/// process groups.
std::vector<std::uint32_t> find_ranks(const FleetPicture& run, std::string_view text);

}  // namespace lanescope
