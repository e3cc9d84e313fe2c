// What is beside the wall: the steps above it, the ranks on its left.
#include <algorithm>
#include <charconv>
#include <cmath>
#include <string>
#include <string_view>

#include <fmt/format.h>

#include "app/panes/fleet/wall.h"
#include "app/widgets/draw/paint.h"
#include "app/widgets/tooltip.h"
#include "core/base/clamped.h"

namespace lanescope {
namespace {

constexpr float kLabelFromPx = 13;  // rows of that height have a label each
constexpr float kTickApartPx = 30;
constexpr float kPadPx = 14, kEndPx = 8;

/// "105" of "ProfilerStep#105".
std::string_view short_step(std::string_view name) {
  const std::size_t number = name.rfind('#');
  return number == std::string_view::npos ? name : name.substr(number + 1);
}

float axis_px(float from, const Viewport& axis, std::size_t cell) {
  const double px = axis.x_of(static_cast<Ns>(cell) * FleetView::kUnits);
  return from + static_cast<float>(clamped(px, -1e5, 1e5));
}

/// 1, 2, 5, 10, 20 … cells, so that ticks are at least so far apart.
std::size_t tick_every(double cell_px, double apart_px) {
  std::size_t ten = 1;
  for (;; ten *= 10) {
    for (const std::size_t times : {1, 2, 5}) {
      if (cell_px * static_cast<double>(ten * times) >= apart_px) return ten * times;
    }
  }
}

/// "Rank 12", with its host if there is room.
void draw_rank_label(const Ui& ui, const FleetPicture& run, std::size_t rank, Rect room) {
  const Face& face = ui.face().lane;
  const Face& small = ui.face().small;
  const bool compared = run.analysis.states[rank] == FleetRankState::Compared;
  const ImU32 color =
      run.straggler_of(rank) != nullptr || !compared ? ui.color().warning : ui.color().text;
  const float used = draw_text_fitted(face, {room.x0, centered_y(face, room)}, room.width(), color,
                                      fleet_rank_name(run, rank));
  const std::string& host = run.ranks()[rank].host;
  const float left = room.x0 + used + ui.px(10);
  if (host.empty() || room.x1 - left < ui.px(40)) return;
  draw_text_ends(*ImGui::GetWindowDrawList(), small, {left, centered_y(small, room)},
                 room.x1 - left, ui.color().faint, host);
}

}  // namespace

void FleetWall::draw_steps(const FleetFrame& frame, Rect strip) {
  const Ui& ui = frame.ui;
  const FleetView& view = frame.view;
  const auto names = view.run().steps();
  ui.mark("fleet.steps", strip);
  fill_rect(strip, ui.color().panel);
  const Face& face = ui.face().small;
  ImGui::PushClipRect(strip.min(), strip.max(), true);
  const auto widest_px = [&](bool whole) {
    float widest = 0;
    for (const std::size_t i : {std::size_t{0}, names.size() / 2, names.size() - 1})
      widest = std::max(widest, text_width(face, whole ? names[i] : short_step(names[i])));
    return static_cast<double>(widest + ui.px(12));
  };
  if (!names.empty()) {
    const bool whole = view.step_px() >= widest_px(true);
    const std::size_t every = tick_every(view.step_px(), widest_px(whole));
    const WallSpan shown = view.steps_in_view();
    for (std::size_t i = (shown.begin + every - 1) / every * every; i < shown.end; i += every) {
      const float x = axis_px(strip.x0, view.steps, i);
      draw_text(face, {std::floor(x) + ui.px(3), centered_y(face, strip)},
                view.step() == i ? ui.color().text : ui.color().dim,
                whole ? std::string_view(names[i]) : short_step(names[i]));
    }
  }
  ImGui::PopClipRect();
}

void FleetWall::draw_labels(const FleetFrame& frame, const WallGrid& grid, Rect labels) {
  const bool each = frame.view.row_px() >= static_cast<double>(frame.ui.px(kLabelFromPx));
  if (each)
    draw_rank_labels(frame, grid, labels);
  else if (!grid.order.groups.empty())
    draw_group_labels(frame, grid, labels);
  else
    draw_rank_ticks(frame, grid, labels);
  // Lines between groups, as far as they can be told apart.
  const float line_x1 = cells_.x1;
  float before = -1e6F;
  ImGui::PushClipRect({labels.x0, labels.y0}, {line_x1, labels.y1}, false);
  for (const WallGroup& group : grid.order.groups) {
    const float y = std::floor(axis_px(cells_.y0, frame.view.ranks, group.first));
    if (y - before < frame.ui.px(kLabelFromPx) || group.first == 0) continue;
    before = y;
    fill_rect({labels.x0, y - 1, line_x1, y}, frame.ui.color().line);
  }
  ImGui::PopClipRect();
}

void FleetWall::draw_rank_labels(const FleetFrame& frame, const WallGrid& grid, Rect labels) {
  const Ui& ui = frame.ui;
  FleetView& view = frame.view;
  const WallSpan rows = view.rows_in_view();
  for (std::size_t row = rows.begin; row < std::min(rows.end, grid.rows()); ++row) {
    const std::size_t rank = grid.order.rows[row];
    const Rect rect{labels.x0, std::floor(axis_px(cells_.y0, view.ranks, row)), labels.x1,
                    std::floor(axis_px(cells_.y0, view.ranks, row + 1))};
    Rect visible{rect.x0, std::max(rect.y0, labels.y0), rect.x1, std::min(rect.y1, labels.y1)};
    if (visible.empty()) continue;
    const Press press = press_area(ui, {"fleet.row.", fmt::to_string(row)}, visible);
    if (view.rank() == rank) fill_rect(rect, ui.color().selected_row);
    if (press.hovered && view.rank() != rank) fill_rect(rect, ui.color().hovered_row);
    if (press.clicked) view.select(rank, std::nullopt);
    if (press.double_clicked) view.want(rank, std::nullopt);
    draw_rank_label(ui, view.run(), rank,
                    {rect.x0 + ui.px(kPadPx), rect.y0, rect.x1 - ui.px(kEndPx), rect.y1});
  }
}

void FleetWall::draw_group_labels(const FleetFrame& frame, const WallGrid& grid,
                                  Rect labels) const {
  const Ui& ui = frame.ui;
  const Face& face = ui.face().small;
  float free_y = labels.y0;
  for (const WallGroup& group : grid.order.groups) {
    const float y0 = axis_px(cells_.y0, frame.view.ranks, group.first);
    const float y1 = axis_px(cells_.y0, frame.view.ranks, group.first + group.count);
    const float top = std::max(y0, free_y);
    // The lower edge would cut it off.
    if (y1 < labels.y0 || top + face.size_px > labels.y1) continue;
    // Where its own beginning is taken or out of view, only if enough of it is left.
    if (top > y0 && y1 - top < ui.px(kLabelFromPx)) continue;
    draw_text_fitted(face, {labels.x0 + ui.px(kPadPx), std::floor(top)},
                     labels.width() - ui.px(kPadPx + kEndPx), ui.color().dim, group.title);
    free_y = top + ui.px(kLabelFromPx + 3);
  }
}

/// Where no row has room for a label: some, at round numbers where ranks are in order.
void FleetWall::draw_rank_ticks(const FleetFrame& frame, const WallGrid& grid, Rect labels) const {
  const Ui& ui = frame.ui;
  const FleetView& view = frame.view;
  const Face& face = ui.face().small;
  const std::size_t every = tick_every(view.row_px(), static_cast<double>(ui.px(kTickApartPx)));
  const WallSpan rows = view.rows_in_view();
  for (std::size_t row = (rows.begin + every - 1) / every * every;
       row < std::min(rows.end, grid.rows()); row += every) {
    const float y = std::floor(axis_px(cells_.y0, view.ranks, row));
    fill_rect({labels.x1 - ui.px(5), y, labels.x1, y + 1}, ui.color().faint);
    // Below its tick; of the last one above the lower edge of the wall, which would cut it off.
    const float title_y = std::floor(std::min(y, labels.y1 - face.size_px));
    draw_text_right_fitted(*ImGui::GetWindowDrawList(), face, labels.x1 - ui.px(kEndPx), title_y,
                           labels.width() - ui.px(kPadPx + kEndPx), ui.color().dim,
                           fleet_rank_name(view.run(), grid.order.rows[row]));
  }
}

}  // namespace lanescope
