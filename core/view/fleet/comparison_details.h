// The details of a rank of two runs: what both have.
#pragma once

#include <cstddef>
#include <optional>

#include "core/view/fleet/fleet_comparison.h"
#include "core/view/ranks/text.h"

namespace lanescope {

/// A rank of A, in a step or over all of them: each value in A and in B, and in which run it is
/// late and why. Cost: its steps.
RanksDetails comparison_details(const FleetPicture& a, const FleetComparison& compared,
                                std::size_t rank, std::optional<std::size_t> step);

}  // namespace lanescope
