// An axis of the wall: a viewport over cells, ranks, steps or groups, with a tenth of a cell as its
// unit, so that the closest zoom shows one.
#pragma once

#include <cstddef>
#include <optional>

#include "core/view/fleet/wall_grid.h"
#include "core/view/timeline/viewport.h"

namespace lanescope {

inline constexpr Ns kCellUnits = 10;

/// The size of a cell.
double cell_px(const Viewport& axis);
/// Of `cells`, the one at a pixel from the axis' begin; nullopt outside.
std::optional<std::size_t> cell_at(const Viewport& axis, double px, std::size_t cells);
/// Of `cells`, those in view, also in part; a sliver is not.
WallSpan cells_in_view(const Viewport& axis, std::size_t cells);
TimeRange units_of(WallSpan cells);
/// Glides there. Zooms in until cells have the size `most_px`, if they are smaller.
void zoom_cells(Viewport& axis, double factor, double at_px, double most_px);
/// Glides as far as needed to see the cell.
void bring_cell(Viewport& axis, std::size_t cell);

}  // namespace lanescope
