#include "app/panes/fleet/wall.h"

#include <algorithm>
#include <cmath>

#include "app/panes/fleet/cells.h"
#include "app/widgets/draw/paint.h"
#include "app/widgets/tooltip.h"

namespace lanescope {
namespace {

constexpr float kStepsPx = 24, kRightGapPx = 12;
constexpr float kGapFromPx = 6;
constexpr float kValueFromPx = 46, kValueHighPx = 14, kValuePadPx = 5;

void draw_no_steps(const Ui& ui, Rect cells) {
  draw_text_fitted(ui.face().ui, {cells.x0 + ui.px(14), cells.y0 + ui.px(10)},
                   cells.width() - ui.px(28), ui.color().faint,
                   "The traces of these ranks have no steps");
}

}  // namespace

void FleetWall::draw(const FleetFrame& frame, Rect area, float labels_px) {
  const Ui& ui = frame.ui;
  FleetView& view = frame.view;
  const Colors& c = ui.color();
  head_.draw(frame, area.cut_top(head_.height_px(frame, area)));
  Rect strip = area.cut_top(ui.px(kStepsPx));
  strip.cut_left(labels_px);
  Rect groups = area.cut_top(FleetStrip::height_px(frame, area));
  Rect labels = area.cut_left(labels_px);
  const Rect bar = area;
  area.cut_right(ui.px(kRightGapPx));
  strip.x1 = area.x1;
  const Rect group_labels = groups.cut_left(labels_px);
  groups.x1 = area.x1;
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
  if (!groups.empty()) strip_.draw(frame, group_labels, groups, bar.x1);
  const WallGrid* grid = view.grid();
  if (grid == nullptr || cells_.empty()) return;
  if (view.run().steps().empty()) draw_no_steps(ui, cells_);
  ImGui::PushClipRect(cells_.min(), cells_.max(), true);
  draw_cells(frame, *grid);
  draw_selection(frame, *grid);
  ImGui::PopClipRect();
  ImGui::PushClipRect(labels.min(), labels.max(), true);
  draw_labels(frame, *grid, labels);
  draw_link_names(frame, *grid, labels);
  ImGui::PopClipRect();
  draw_hover(frame);
  draw_menu(frame);
}

void FleetWall::draw_cells(const FleetFrame& frame, const WallGrid& grid) {
  const FleetView& view = frame.view;
  const float least_px = frame.ui.px(kLeastWallCellPx);
  levels_ = {cell_level(view.ranks, least_px), cell_level(view.steps, least_px)};
  const WallSpan rows = view.rows_in_view(), steps = view.steps_in_view();
  const CellsFrame cells{cells_, view.steps, view.ranks, frame.ui.px(kGapFromPx)};
  blocks_.refresh(grid, rows, steps, levels_.row, levels_.step);
  if (const WallDifference* difference = view.difference()) {
    less_.refresh(difference->less, rows, steps, levels_.row, levels_.step);
    const ChangeInk ink = change_ink(frame, *difference);
    draw_blocks(cells, grid, blocks_, levels_, [&](std::size_t row, std::size_t step) {
      const WallBlock &more = blocks_.row(row)[step], &less = less_.row(row)[step];
      if (!view.shows_mean || more.mean < 0) return ink.fill(more.most, less.most);
      const float change = more.mean - less.mean;
      return ink.fill(std::max(change, 0.0F), std::max(-change, 0.0F));
    });
  } else {
    const CellInk ink{wall_palette(frame.palette), grid.scale};
    draw_blocks(cells, grid, blocks_, levels_, [&](std::size_t row, std::size_t step) {
      const WallBlock& block = blocks_.row(row)[step];
      return ink.fill(view.shows_mean ? block.mean : block.most);
    });
  }
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
  const WallDifference* difference = view.difference();
  const WallSpan rows = view.rows_in_view(), steps = view.steps_in_view();
  for (std::size_t row = rows.begin; row < std::min(rows.end, grid.rows()); ++row) {
    for (std::size_t step = steps.begin; step < std::min(steps.end, grid.steps); ++step) {
      const float value = grid.at(row, step);
      if (value < 0) continue;
      const Rect rect = rect_of(view, {{row, row + 1}, {step, step + 1}});
      const double change = difference != nullptr ? difference->at(row, step).value_or(0) : 0;
      const std::string text = difference != nullptr
                                   ? wall_change_text(grid.measure, change)
                                   : wall_value_text(grid.measure, static_cast<double>(value));
      const float pad = ui.px(kValuePadPx);
      const FittedLabel label = labels.fit(text, rect.width() - 2 * pad);
      if (label.text.empty() || label.ellipsis) continue;
      const ImU32 color =
          difference != nullptr ? change_ink(frame, *difference).text(change) : ink.text(value);
      draw_text(face, {rect.x0 + pad, centered_y(face, rect)}, color, label.text);
    }
  }
}

/// Beside the marked rows, where they are too small for a label each.
void FleetWall::draw_link_names(const FleetFrame& frame, const WallGrid& grid, Rect labels) const {
  const Ui& ui = frame.ui;
  const FleetView& view = frame.view;
  const Face& face = ui.face().small;
  const float high = face.size_px + ui.px(6);
  if (view.row_px() >= static_cast<double>(high)) return;
  float free_y = labels.y0;
  for (const WallSpan rows : view.marked_rows()) {
    const Rect at = rect_of(view, {rows, {0, grid.steps}});
    const std::size_t rank = grid.order.rows[rows.begin];
    const std::string& host = view.run().ranks()[rank].host;
    const std::string name = fleet_rank_name(view.run(), rank) + (host.empty() ? "" : " · " + host);
    const float middle = (at.y0 + at.y1) / 2;
    const float y = std::floor(std::max(middle - high / 2, free_y));
    if (y + high > labels.y1) break;
    free_y = y + high;
    const Rect tag{labels.x0 + ui.px(8), y, labels.x1, y + high};
    fill_rect(tag, ui.color().raised);
    fill_rect({tag.x1 - ui.px(3), tag.y0, tag.x1, tag.y1}, ui.color().accent);
    draw_text_right_fitted(*ImGui::GetWindowDrawList(), face, tag.x1 - ui.px(8),
                           centered_y(face, tag), tag.width() - ui.px(12), ui.color().text, name);
  }
}

Rect FleetWall::rect_of(const FleetView& view, const WallBox& box) const {
  return rect_of_cells(cells_, view.steps, view.ranks, box);
}

void FleetWall::draw_selection(const FleetFrame& frame, const WallGrid& grid) const {
  const Ui& ui = frame.ui;
  const FleetView& view = frame.view;
  ImDrawList& list = *ImGui::GetWindowDrawList();
  for (const WallSpan rows : view.marked_rows()) {
    Rect rect = rect_of(view, {rows, {0, grid.steps}});
    // Visible even where its rows are smaller than a pixel.
    rect.y1 = std::max(rect.y1, rect.y0 + ui.px(4));
    list.AddRectFilled(rect.min(), rect.max(), ui.color().range);
    list.AddRect(rect.min(), rect.max(), ui.color().accent, 0, 0, ui.px(1.5F));
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
