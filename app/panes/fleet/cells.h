// Cells of ranks or groups × steps as rectangles.
#pragma once

#include <algorithm>
#include <cstddef>

#include "app/panes/fleet/cell_axis.h"
#include "app/widgets/draw/quads.h"
#include "app/widgets/draw/rect.h"
#include "core/view/fleet/wall_palette.h"
#include "core/view/fleet/wall_text.h"

namespace lanescope {

/// The width of cells that are drawn one by one; smaller ones are drawn together.
inline constexpr float kLeastWallCellPx = 3;

/// The color of a value.
struct CellInk {
  const WallPalette& palette;
  const WallScale& scale;

  /// 0: nothing is drawn.
  [[nodiscard]] ImU32 fill(float value) const;
  [[nodiscard]] ImU32 text(float value) const;
};
/// The color of a change: blue for less, orange for more, gray for about the same.
struct ChangeInk {
  const DiffPalette& palette;
  const WallPalette& wall;
  double limit;  // the change with the strongest color

  [[nodiscard]] std::size_t shade(double change) const;
  /// Of cells as WallDifference has them. 0: nothing is drawn.
  [[nodiscard]] ImU32 fill(float more, float less) const;
  [[nodiscard]] ImU32 text(double change) const { return packed(palette.text[shade(change)]); }
};

/// Where a cell begins that many pixels after `from`, limited to where ImGui's floats are exact.
float cell_begin(float from, const Viewport& axis, std::size_t cell);
/// Where cells are on the screen, whose left top is that of `area`.
Rect rect_of_cells(Rect area, const Viewport& steps, const Viewport& rows, const WallBox& box);

struct CellsFrame {
  Rect area;
  const Viewport& steps;
  const Viewport& rows;
  float gap_from_px;  // cells of that size are drawn apart
};
/// How many cells, as powers of 2, are drawn as one.
struct CellLevels {
  unsigned row = 0, step = 0;
};
/// The cells that are drawn as one with this cell.
WallSpan block_around(std::size_t cell, unsigned level, std::size_t cells);
/// The shades of values, the least on the left.
void draw_shades(const WallPalette& palette, Rect rect);
/// Those of changes, from less to more.
void draw_shades(const ChangeInk& ink, Rect rect);
/// Which level of blocks an axis needs.
unsigned cell_level(const Viewport& axis, float least_px);
/// Draws blocks of these levels in the colors of color_of(row, step), which are numbers of blocks;
/// 0 draws nothing. Neighbors in a row that have one color are one rectangle. UI thread only.
template <typename ColorOf>
void draw_blocks(const CellsFrame& frame, const WallGrid& grid, const WallBlocks& blocks,
                 CellLevels levels, const ColorOf& color_of) {
  const auto gap = [&](const Viewport& axis) {
    return cell_px(axis) >= static_cast<double>(frame.gap_from_px) ? 1.0F : 0.0F;
  };
  const float gap_x = gap(frame.steps), gap_y = gap(frame.rows);
  QuadWriter quads(*ImGui::GetWindowDrawList());
  const auto x_of = [&](std::size_t block) {
    return cell_begin(frame.area.x0, frame.steps,
                      std::min((blocks.first_step() + block) << levels.step, grid.steps));
  };
  for (std::size_t i = 0; i < blocks.rows(); ++i) {
    const std::size_t row = (blocks.first_row() + i) << levels.row;
    const std::size_t below = std::min(row + (std::size_t{1} << levels.row), grid.rows());
    const float y0 = cell_begin(frame.area.y0, frame.rows, row);
    const float y1 = cell_begin(frame.area.y0, frame.rows, below) - gap_y;
    for (std::size_t begin = 0; begin < blocks.steps();) {
      const ImU32 color = color_of(i, begin);
      std::size_t end = begin + 1;
      while (gap_x == 0 && end < blocks.steps() && color_of(i, end) == color) ++end;
      const float x1 = std::min(x_of(end) - gap_x, frame.area.x1);
      if (color != 0) quads.fill({std::max(x_of(begin), frame.area.x0), y0, x1, y1}, color);
      begin = end;
    }
  }
}

}  // namespace lanescope
