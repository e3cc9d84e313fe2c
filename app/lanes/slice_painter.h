// Draws slices and their names; shared by all lanes that consist of slices.
#pragma once

#include <span>

#include "app/lanes/lane_view.h"

namespace lanescope {

/// Share of its color that a slice outside the search results keeps; its name must stay readable.
inline constexpr float kNotFoundShare = 0.16F;

/// Fills and labels, in the area of a lane whose top row is `first_row`. Wide slices have round
/// corners and a name; narrow slices and blocks are plain. A block is fainter the less of it is
/// busy.
void paint_slices(const SliceScene& scene, Rect area, std::uint32_t first_row,
                  std::span<const LaneRect> rects);

/// Marks what of a lane is on the critical path: outlines if there is room, else lines.
void paint_path_marks(const LaneScene& scene, const LanePlace& place,
                      std::span<const PathMark> marks);

/// Outlines a selected slice in a row; visible even if the slice is very narrow.
void outline_slice(const LaneScene& scene, Rect row, TimeRange range);

/// The rectangle of a row on the screen.
Rect row_rect(const LaneScene& scene, const LanePlace& place, std::uint32_t row);

/// Which of `rows` rows is `y_px` below a lane's top; nullopt above or below them.
std::optional<std::uint32_t> row_under(const LaneMetrics& metrics, float y_px, std::uint32_t rows);

}  // namespace lanescope
