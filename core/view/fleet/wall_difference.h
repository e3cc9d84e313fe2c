// The difference of two runs as cells of the wall: B minus A, for ranks and steps that both have.
#pragma once

#include <cstddef>
#include <optional>
#include <stop_token>

#include "core/view/fleet/wall_grid.h"
#include "core/view/fleet/wall_match.h"
#include "core/view/fleet/wall_text.h"

namespace lanescope {

/// Rows are ranks of A. A cell of `more` is by how much B has more, or 0, one of `less` by how much
/// it has less. Both have the same order; by value, the ranks with the largest increase come first.
/// Their scales go from 0 to the largest change of either that is no outlier. Does not change once
/// made; any thread may read it.
struct WallDifference {
  WallGrid more, less;

  /// Nullopt where not both have a value that counts.
  [[nodiscard]] std::optional<double> at(std::size_t row, std::size_t step) const;
};

/// Cost: a few passes over all cells. If stopped, it is incomplete.
WallDifference make_wall_difference(const FleetPicture& a, const FleetPicture& b,
                                    const WallMatch& match, WallMeasure measure,
                                    const WallSort& sort, const std::stop_token& stop = {});

/// The cell with the largest change in either direction. Cost: the cells of the range.
WallCell largest_change_in(const WallDifference& difference, const WallBox& box);

/// "+8.400 ms", "−1.000 GiB", "0 ns".
std::string wall_change_text(WallMeasure measure, double change);

/// What A and B have there, and the difference. Cost: the cells of the box.
WallHover difference_hover(const FleetPicture& a, const FleetPicture& b, const WallMatch& match,
                           const WallDifference& difference, const WallBox& box);

}  // namespace lanescope
