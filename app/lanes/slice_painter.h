// Draws rectangles of slices and their names; shared by all lanes that are made of slices.
#pragma once

#include <span>

#include "app/lanes/lane_view.h"

namespace lanescope {

/// Of the colour of what a search did not find: as much as leaves its name readable.
inline constexpr float kNotFoundShare = 0.16F;

/// Fills and labels, in the area of a lane whose uppermost row is `first_row`. Wide slices have
/// round corners and a name, thin ones and blocks are plain; a block is the fainter the less of it
/// is busy.
void paint_slices(const SliceScene& scene, Rect area, std::uint32_t first_row,
                  std::span<const LaneRect> rects);

/// What of a lane lies on the critical path: outlines where there is room, else lines.
void paint_path_marks(const LaneScene& scene, const LanePlace& place,
                      std::span<const PathMark> marks);

/// The outline of a selected slice in a row, seen however thin the slice is.
void outline_slice(const LaneScene& scene, Rect row, TimeRange range);

/// The place of a row on the screen.
Rect row_rect(const LaneScene& scene, const LanePlace& place, std::uint32_t row);

/// Which of so many rows is `y_px` under a lane's top; nullopt above and below them.
std::optional<std::uint32_t> row_under(const LaneMetrics& metrics, float y_px, std::uint32_t rows);

}  // namespace lanescope
