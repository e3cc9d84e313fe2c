#include "app/panes/fleet/cells.h"

#include <algorithm>
#include <cmath>

#include "core/base/clamped.h"

namespace lanescope {
namespace {

template <typename ColorOf>
void draw_scale(Rect rect, std::size_t shades, const ColorOf& color_of) {
  const auto at = [&](std::size_t shade) {
    return std::floor(rect.x0 +
                      rect.width() * static_cast<float>(shade) / static_cast<float>(shades));
  };
  for (std::size_t i = 0; i < shades; ++i) {
    ImGui::GetWindowDrawList()->AddRectFilled({at(i), rect.y0}, {at(i + 1), rect.y1}, color_of(i));
  }
}

}  // namespace

ImU32 CellInk::fill(float value) const {
  if (value == kWallNotCounted) return palette.not_counted;
  if (value < 0) return 0;
  const auto exact = static_cast<double>(value);
  if (scale.is_outlier(exact)) return palette.outlier;
  return palette.fill[palette.shade(scale.share(exact))];
}

ImU32 CellInk::text(float value) const {
  const auto exact = static_cast<double>(value);
  if (scale.is_outlier(exact)) return palette.outlier_text;
  return palette.text[palette.shade(scale.share(exact))];
}

std::size_t ChangeInk::shade(double change) const {
  if (limit <= 0) return DiffPalette::kSame;
  const double steps = std::round(DiffPalette::kSteps * clamped(change / limit, -1.0, 1.0));
  return static_cast<std::size_t>(static_cast<double>(DiffPalette::kSame) + steps);
}

ImU32 ChangeInk::fill(float more, float less) const {
  if (more == kWallNotCounted) return wall.not_counted;
  if (more < 0) return 0;
  // Of cells that are drawn as one, the larger change.
  const float change = more >= less ? more : -less;
  return packed(palette.fill[shade(static_cast<double>(change))]);
}

float cell_begin(float from, const Viewport& axis, std::size_t cell) {
  const double px = axis.x_of(static_cast<Ns>(cell) * kCellUnits);
  return std::floor(from + static_cast<float>(clamped(px, -1e5, 1e5)) + 0.5F);
}

Rect rect_of_cells(Rect area, const Viewport& steps, const Viewport& rows, const WallBox& box) {
  return {cell_begin(area.x0, steps, box.steps.begin), cell_begin(area.y0, rows, box.rows.begin),
          cell_begin(area.x0, steps, box.steps.end), cell_begin(area.y0, rows, box.rows.end)};
}

WallSpan block_around(std::size_t cell, unsigned level, std::size_t cells) {
  const std::size_t begin = cell >> level << level;
  return {begin, std::min(begin + (std::size_t{1} << level), cells)};
}

void draw_shades(const WallPalette& palette, Rect rect) {
  draw_scale(rect, WallPalette::kShades, [&](std::size_t i) { return palette.fill[i]; });
}

void draw_shades(const ChangeInk& ink, Rect rect) {
  draw_scale(rect, DiffPalette::kShades,
             [&](std::size_t i) { return packed(ink.palette.fill[i]); });
}

unsigned cell_level(const Viewport& axis, float least_px) {
  return wall_level(cell_px(axis), static_cast<double>(least_px));
}

}  // namespace lanescope
