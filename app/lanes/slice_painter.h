// Draws rectangles of slices and their names; shared by all lanes that are made of slices.
#pragma once

#include <span>

#include "app/lanes/lane_view.h"

namespace lanescope {

/// Of the colour of what a search did not find: as much as leaves its name readable.
inline constexpr float kNotFoundShare = 0.16F;

/// Fills and labels. Wide slices have round corners and a name, thin ones and blocks are plain; a
/// block is the fainter the less of it is busy.
void paint_slices(const LaneScene& scene, const LanePlace& place, std::span<const LaneRect> rects);

/// What of a lane lies on the critical path: outlines where there is room, else lines.
void paint_path_marks(const LaneScene& scene, const LanePlace& place,
                      std::span<const PathMark> marks);

/// The outline of a selected slice in a row, seen however thin the slice is.
void outline_slice(const LaneScene& scene, Rect row, TimeRange range);

/// The place of a row on the screen.
Rect row_rect(const LaneScene& scene, const LanePlace& place, std::uint32_t row);

}  // namespace lanescope
