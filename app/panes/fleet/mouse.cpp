// Mouse handling over the wall: the gestures of the lanes, on both axes.
#include <algorithm>
#include <cmath>
#include <string>
#include <vector>

#include "app/panes/fleet/wall.h"
#include "app/widgets/menu.h"
#include "app/widgets/scrollbar.h"
#include "app/widgets/tooltip.h"
#include "core/base/clamped.h"

namespace lanescope {
namespace {

constexpr float kDragFromPx = 4;  // a press that moves less is a click
constexpr double kZoomPerNotch = 1.3;
constexpr float kPanPerNotchPx = 80, kScrollPerNotchPx = 60;
constexpr const char* kMenuId = "fleet.menu";

/// Several cells that are drawn as one, none of which is more than another.
bool is_even(const WallGrid& grid, const WallBox& box) {
  const std::size_t cells = (box.rows.end - box.rows.begin) * (box.steps.end - box.steps.begin);
  const WallExtremes found = extremes_of(grid, box.rows, box.steps);
  return cells > 1 && static_cast<double>(found.most) <= found.mean;
}

bool moved_far(const Ui& ui, ImVec2 from, ImVec2 to) {
  return std::abs(to.x - from.x) >= ui.px(kDragFromPx) ||
         std::abs(to.y - from.y) >= ui.px(kDragFromPx);
}

/// The scroll bar is in pixels, the axis in its own units.
void scroll_by_bar(const Ui& ui, Rect bar, Viewport& axis) {
  const auto extent = static_cast<double>(axis.extent().length_ns());
  const double from = static_cast<double>(axis.view().begin_ns) + axis.view().begin_fraction_ns;
  const auto content_px = static_cast<float>(extent / axis.ns_per_px());
  const auto offset_px = static_cast<float>(from / axis.ns_per_px());
  if (content_px <= bar.height() + 1) return;
  const float scrolled = scrollbar(ui, "fleet.scroll", bar, content_px, offset_px);
  if (scrolled != offset_px) axis.pan(static_cast<double>(offset_px - scrolled));
}

}  // namespace

void FleetWall::handle_mouse(const FleetFrame& frame, Rect labels, Rect bar) {
  const Ui& ui = frame.ui;
  FleetView& view = frame.view;
  const ImVec2 at = ImGui::GetIO().MousePos;
  scroll_by_bar(ui, bar, view.ranks);
  const bool on_labels = ImGui::IsWindowHovered() && labels.contains(at);
  if (!cells_.empty()) mouse_area("fleet.press", cells_, kAllMouseButtons);
  on_cells_ = !cells_.empty() && ImGui::IsItemHovered();
  if (drag_ == Drag::None) {
    if (on_cells_ || on_labels) wheel(frame, on_labels);
    if (on_cells_) begin_drag(ui);
  } else {
    move_drag(frame);
    if (!ImGui::IsMouseDown(button_)) end_drag(frame);
  }
  last_at_ = at;
  view.step_cursor.reset();
  view.rank_cursor.reset();
  if (!on_cells_) return;
  view.step_cursor = view.steps.time_at(static_cast<double>(at.x - cells_.x0));
  view.rank_cursor = view.ranks.time_at(static_cast<double>(at.y - cells_.y0));
}

void FleetWall::wheel(const FleetFrame& frame, bool on_labels) {
  const ImGuiIO& io = ImGui::GetIO();
  const Ui& ui = frame.ui;
  FleetView& view = frame.view;
  if (io.MouseWheelH != 0)
    view.steps.pan(static_cast<double>(io.MouseWheelH * ui.px(kPanPerNotchPx)));
  if (io.MouseWheel == 0) return;
  const double factor = std::pow(kZoomPerNotch, static_cast<double>(io.MouseWheel));
  const auto y_px = static_cast<double>(io.MousePos.y - cells_.y0);
  const bool scrolls = on_labels || (ui.wheel_scrolls && !io.KeyShift);
  if (io.KeyCtrl && on_labels) {
    view.zoom_ranks(factor, y_px);
  } else if (scrolls && !io.KeyCtrl) {
    view.ranks.pan(static_cast<double>(io.MouseWheel * ui.px(kScrollPerNotchPx)));
  } else if (io.KeyShift && !io.KeyCtrl) {
    view.steps.pan(static_cast<double>(io.MouseWheel * ui.px(kPanPerNotchPx)));
  } else {
    view.zoom(factor, static_cast<double>(io.MousePos.x - cells_.x0), y_px);
  }
}

void FleetWall::begin_drag(const Ui& /*ui*/) {
  for (const int button :
       {ImGuiMouseButton_Left, ImGuiMouseButton_Right, ImGuiMouseButton_Middle}) {
    if (!ImGui::IsMouseClicked(button)) continue;
    button_ = button;
    press_at_ = last_at_ = ImGui::GetIO().MousePos;
    drag_ = button == ImGuiMouseButton_Right                             ? Drag::Menu
            : button == ImGuiMouseButton_Left && ImGui::GetIO().KeyShift ? Drag::Pan
                                                                         : Drag::Press;
    return;
  }
}

void FleetWall::move_drag(const FleetFrame& frame) {
  const ImVec2 at = ImGui::GetIO().MousePos;
  if (moved_far(frame.ui, press_at_, at)) {
    if (drag_ == Drag::Press) drag_ = Drag::Box;
    if (drag_ == Drag::Menu) drag_ = Drag::Pan;
  }
  if (drag_ != Drag::Pan) return;
  frame.view.steps.pan(static_cast<double>(at.x - last_at_.x));
  frame.view.ranks.pan(static_cast<double>(at.y - last_at_.y));
  ImGui::SetMouseCursor(ImGuiMouseCursor_ResizeAll);
}

void FleetWall::end_drag(const FleetFrame& frame) {
  FleetView& view = frame.view;
  const Drag ended = drag_;
  const auto box = dragged_box(view);
  drag_ = Drag::None;
  const ImVec2 at = ImGui::GetIO().MousePos;
  if (ended == Drag::Press && button_ == ImGuiMouseButton_Left)
    click(frame, at, ImGui::GetIO().MouseClickedLastCount[ImGuiMouseButton_Left] >= 2);
  if (ended == Drag::Menu) {
    click(frame, at, false);
    if (view.rank()) ImGui::OpenPopup(kMenuId);
  }
  if (ended != Drag::Box || !box) return;
  if (button_ == ImGuiMouseButton_Middle)
    view.show(*box);
  else
    view.box = box;
}

std::optional<WallBox> FleetWall::dragged_box(const FleetView& view) const {
  if (drag_ != Drag::Box) return std::nullopt;
  const ImVec2 at = ImGui::GetIO().MousePos;
  const auto inside = [](float from, float to, float low, float high) {
    return std::pair(static_cast<double>(clamped(std::min(from, to), low, high - 1) - low),
                     static_cast<double>(clamped(std::max(from, to), low, high - 1) - low));
  };
  const auto [x0, x1] = inside(press_at_.x, at.x, cells_.x0, cells_.x1);
  const auto [y0, y1] = inside(press_at_.y, at.y, cells_.y0, cells_.y1);
  const auto row = view.row_at(y0), step = view.step_at(x0);
  const std::size_t last_row = view.run().ranks().size() - 1;
  const std::size_t last_step = view.run().steps().size() - 1;
  if (!row || !step) return std::nullopt;
  return WallBox{{*row, view.row_at(y1).value_or(last_row) + 1},
                 {*step, view.step_at(x1).value_or(last_step) + 1}};
}

std::optional<WallBox> FleetWall::box_at(const FleetView& view, ImVec2 at) const {
  if (view.grid() == nullptr || !cells_.contains(at)) return std::nullopt;
  const auto row = view.row_at(static_cast<double>(at.y - cells_.y0));
  const auto step = view.step_at(static_cast<double>(at.x - cells_.x0));
  if (!row || !step) return std::nullopt;
  return WallBox{block_around(*row, levels_.row, view.grid()->rows()),
                 block_around(*step, levels_.step, view.grid()->steps)};
}

std::optional<WallCell> FleetWall::cell_at(const FleetView& view, ImVec2 at) const {
  const auto box = box_at(view, at);
  if (!box) return std::nullopt;
  if (const WallDifference* difference = view.difference())
    return largest_change_in(*difference, *box);
  const WallExtremes found = extremes_of(*view.grid(), box->rows, box->steps);
  if (found.most == kWallNothing) return WallCell{box->rows.begin, box->steps.begin};
  return found.most_at;
}

void FleetWall::click(const FleetFrame& frame, ImVec2 at, bool twice) const {
  FleetView& view = frame.view;
  const auto cell = cell_at(view, at);
  view.box.reset();
  if (!cell) return view.select(std::nullopt, std::nullopt);
  const std::size_t rank = view.grid()->order.rows[cell->row];
  view.select(rank, cell->step);
  if (!twice) return;
  const auto box = box_at(view, at);
  if (box && is_even(*view.grid(), *box)) return view.show(*box);
  view.want(rank, cell->step);
}

void FleetWall::draw_hover(const FleetFrame& frame) const {
  if (!on_cells_ || dragging() || frame.ui.mouse_rests) return;
  const Ui& ui = frame.ui;
  const ImVec2 mouse = ImGui::GetIO().MousePos;
  const auto box = box_at(frame.view, mouse);
  if (!box) return;
  const FleetView& view = frame.view;
  const WallHover hover = view.difference() != nullptr
                              ? difference_hover(view.run(), view.comparison()->b->run,
                                                 view.comparison()->match, *view.difference(), *box)
                              : wall_hover(view.run(), *view.grid(), *box);
  std::vector<TooltipLine> lines{{"", hover.title, 0, &ui.face().ui}};
  for (const auto& [label, value] : hover.facts)
    lines.push_back({label, value, 0, &ui.face().mono});
  draw_tooltip(ui, mouse, lines);
}

void FleetWall::draw_menu(const FleetFrame& frame) const {
  if (!begin_menu(frame.ui, kMenuId)) return;
  FleetView& view = frame.view;
  if (const auto rank = view.rank()) {
    menu_note(frame.ui, fleet_rank_name(view.run(), *rank));
    if (menu_item(frame.ui, "Open this rank's trace", "double-click"))
      view.want(*rank, view.step());
    if (menu_item(frame.ui, "Zoom to selection", "Z")) view.zoom_to_selection();
  }
  end_menu();
}

}  // namespace lanescope
