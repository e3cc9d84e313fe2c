#include "app/panes/fleet/wall.h"

#include <algorithm>
#include <cmath>

#include "app/widgets/draw/paint.h"
#include "app/widgets/draw/quads.h"
#include "app/widgets/tooltip.h"
#include "core/base/clamped.h"

namespace lanescope {
namespace {

constexpr float kStepsPx = 24, kRightGapPx = 12;
constexpr float kGapFromPx = 6;  // cells of that size are drawn apart
constexpr float kValueFromPx = 46, kValueHighPx = 14, kValuePadPx = 5;

/// In pixels of the screen, limited to where ImGui's floats are exact.
float place(float from, const Viewport& axis, std::size_t cell) {
  const double px = axis.x_of(static_cast<Ns>(cell) * FleetView::kUnits);
  return std::floor(from + static_cast<float>(clamped(px, -1e5, 1e5)) + 0.5F);
}

struct CellInk {
  const WallPalette& palette;
  const WallScale& scale;

  /// 0: nothing is drawn.
  [[nodiscard]] ImU32 fill(float value) const {
    if (value == kWallNotCounted) return palette.not_counted;
    if (value < 0) return 0;
    const auto exact = static_cast<double>(value);
    if (scale.is_outlier(exact)) return palette.outlier;
    return palette.fill[palette.shade(scale.share(exact))];
  }
  [[nodiscard]] ImU32 text(float value) const {
    const auto exact = static_cast<double>(value);
    if (scale.is_outlier(exact)) return palette.outlier_text;
    return palette.text[palette.shade(scale.share(exact))];
  }
};

}  // namespace

void FleetWall::draw(const FleetFrame& frame, Rect area, float labels_px) {
  const Ui& ui = frame.ui;
  FleetView& view = frame.view;
  const Colors& c = ui.color();
  head_.draw(frame, area.cut_top(head_.height_px(frame, area)));
  Rect strip = area.cut_top(ui.px(kStepsPx));
  strip.cut_left(labels_px);
  Rect labels = area.cut_left(labels_px);
  const Rect bar = area;
  area.cut_right(ui.px(kRightGapPx));
  strip.x1 = area.x1;
  cells_ = area;
  fill_rect({labels.x0, labels.y0, bar.x1, bar.y1}, c.background);
  fill_rect(labels, c.panel);
  view.set_size(cells_.width(), cells_.height(), ui.style.scale);
  ui.mark("fleet.wall", cells_);
  const TooltipsRightOf names(labels);
  // Handles the mouse first, so this frame is drawn with the new view.
  handle_mouse(frame, labels, bar);
  draw_steps(frame, strip);
  fill_rect({labels.x0, strip.y1 - 1, bar.x1, strip.y1}, c.line);
  const WallGrid* grid = view.grid();
  if (grid == nullptr || cells_.empty()) return;
  if (view.run().steps().empty()) {
    draw_text_fitted(ui.face().ui, {cells_.x0 + ui.px(14), cells_.y0 + ui.px(10)},
                     cells_.width() - ui.px(28), c.faint,
                     "The traces of these ranks have no steps");
  }
  ImGui::PushClipRect(cells_.min(), cells_.max(), true);
  draw_cells(frame, *grid);
  draw_selection(frame, *grid);
  ImGui::PopClipRect();
  ImGui::PushClipRect(labels.min(), labels.max(), true);
  draw_labels(frame, *grid, labels);
  ImGui::PopClipRect();
  draw_hover(frame);
  draw_menu(frame);
}

/// Neighbors in a row that have one color are one rectangle.
void FleetWall::draw_cells(const FleetFrame& frame, const WallGrid& grid) {
  const FleetView& view = frame.view;
  const auto least_px = static_cast<double>(frame.ui.px(kLeastWallCellPx));
  row_level_ = wall_level(view.row_px(), least_px);
  step_level_ = wall_level(view.step_px(), least_px);
  blocks_.refresh(grid, view.rows_in_view(), view.steps_in_view(), row_level_, step_level_);
  const CellInk ink{wall_palette(frame.palette), grid.scale};
  const float gap_x = view.step_px() >= static_cast<double>(frame.ui.px(kGapFromPx)) ? 1 : 0;
  const float gap_y = view.row_px() >= static_cast<double>(frame.ui.px(kGapFromPx)) ? 1 : 0;
  QuadWriter quads(*ImGui::GetWindowDrawList());
  const auto x_of = [&](std::size_t block) {
    return place(cells_.x0, view.steps,
                 std::min((blocks_.first_step() + block) << step_level_, grid.steps));
  };
  for (std::size_t i = 0; i < blocks_.rows(); ++i) {
    const std::size_t row = (blocks_.first_row() + i) << row_level_;
    const std::size_t below = std::min(row + (std::size_t{1} << row_level_), grid.rows());
    const float y0 = place(cells_.y0, view.ranks, row);
    const float y1 = place(cells_.y0, view.ranks, below) - gap_y;
    const auto blocks = blocks_.row(i);
    for (std::size_t begin = 0; begin < blocks.size();) {
      const auto color_of = [&](const WallBlock& block) {
        return ink.fill(view.shows_mean ? block.mean : block.most);
      };
      const ImU32 color = color_of(blocks[begin]);
      std::size_t end = begin + 1;
      while (gap_x == 0 && end < blocks.size() && color_of(blocks[end]) == color) ++end;
      const float x1 = std::min(x_of(end) - gap_x, cells_.x1);
      if (color != 0) quads.fill({std::max(x_of(begin), cells_.x0), y0, x1, y1}, color);
      begin = end;
    }
  }
  quads.flush();
  draw_values(frame, grid);
}

void FleetWall::draw_values(const FleetFrame& frame, const WallGrid& grid) {
  const Ui& ui = frame.ui;
  const FleetView& view = frame.view;
  if (view.step_px() < static_cast<double>(ui.px(kValueFromPx)) ||
      view.row_px() < static_cast<double>(ui.px(kValueHighPx)))
    return;
  const Face& face = ui.face().slice;
  const LabelFitter& labels = labels_.in(face);
  const CellInk ink{wall_palette(frame.palette), grid.scale};
  const WallSpan rows = view.rows_in_view(), steps = view.steps_in_view();
  for (std::size_t row = rows.begin; row < std::min(rows.end, grid.rows()); ++row) {
    for (std::size_t step = steps.begin; step < std::min(steps.end, grid.steps); ++step) {
      const float value = grid.at(row, step);
      if (value < 0) continue;
      const Rect rect = rect_of(view, {{row, row + 1}, {step, step + 1}});
      const std::string text = wall_value_text(grid.measure, static_cast<double>(value));
      const float pad = ui.px(kValuePadPx);
      const FittedLabel label = labels.fit(text, rect.width() - 2 * pad);
      if (label.text.empty() || label.ellipsis) continue;
      draw_text(face, {rect.x0 + pad, centered_y(face, rect)}, ink.text(value), label.text);
    }
  }
}

Rect FleetWall::rect_of(const FleetView& view, const WallBox& box) const {
  return {place(cells_.x0, view.steps, box.steps.begin),
          place(cells_.y0, view.ranks, box.rows.begin), place(cells_.x0, view.steps, box.steps.end),
          place(cells_.y0, view.ranks, box.rows.end)};
}

void FleetWall::draw_selection(const FleetFrame& frame, const WallGrid& grid) const {
  const Ui& ui = frame.ui;
  const FleetView& view = frame.view;
  ImDrawList& list = *ImGui::GetWindowDrawList();
  for (const std::uint32_t rank : view.marked()) {
    const std::size_t row = grid.order.row_of[rank];
    const Rect rect = rect_of(view, {{row, row + 1}, {0, grid.steps}});
    fill_rect({cells_.x0, rect.y0, cells_.x0 + ui.px(3), std::max(rect.y1, rect.y0 + ui.px(2))},
              ui.color().accent);
  }
  if (const auto box = dragged_box(view); box || view.box) {
    const Rect rect = rect_of(view, box ? *box : *view.box);
    list.AddRectFilled(rect.min(), rect.max(), ui.color().range);
    list.AddRect(rect.min(), rect.max(), ui.color().accent);
  }
  if (!view.rank()) return;
  const std::size_t row = grid.order.row_of[*view.rank()];
  const WallSpan steps =
      view.step() ? WallSpan{*view.step(), *view.step() + 1} : WallSpan{0, grid.steps};
  Rect rect = rect_of(view, {{row, row + 1}, steps});
  // Visible even where a cell is smaller than a pixel.
  rect.x1 = std::max(rect.x1, rect.x0 + ui.px(4));
  rect.y1 = std::max(rect.y1, rect.y0 + ui.px(4));
  ui.mark("fleet.selected", rect);
  list.AddRect({rect.x0 - 1, rect.y0 - 1}, rect.max(), ui.color().selection, ui.px(2), 0,
               ui.px(1.5F));
}

}  // namespace lanescope
