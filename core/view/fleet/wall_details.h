// The details of a rank in a step of the wall.
#pragma once

#include <cstddef>
#include <optional>

#include "core/view/fleet/fleet_picture.h"
#include "core/view/ranks/text.h"

namespace lanescope {

/// One step of a rank: where its time went, what it waited for, what it is late by and why; or
/// without a step, all of them. Cost: the rank's collectives.
RanksDetails wall_details(const FleetPicture& run, std::size_t rank,
                          std::optional<std::size_t> step);

}  // namespace lanescope
