#include "app/panes/fleet/strip.h"

#include <algorithm>
#include <cmath>
#include <string>
#include <vector>

#include "app/widgets/button.h"
#include "app/widgets/draw/paint.h"
#include "app/widgets/menu.h"
#include "app/widgets/tooltip.h"
#include "core/base/text/ascii_case.h"
#include "core/view/text/time_text.h"

namespace lanescope {
namespace {

constexpr float kRowPx = 12, kLeastPx = 48, kMostPx = 84;
constexpr float kWallLeastPx = 160;  // what must be left of the height below it
constexpr float kPadPx = 14, kEndPx = 8, kButtonPx = 24, kLegendPx = 20, kScalePx = 56, kSidePx = 9;
constexpr float kGapFromPx = 6;
constexpr double kZoomPerNotch = 1.3;
constexpr float kPanPerNotchPx = 80, kScrollPerNotchPx = 30;
constexpr const char* kKindMenu = "fleet.groups";

std::string strip_note(const FleetFrame& frame) {
  return counted(frame.view.groups.strip()->groups.size(), "group") + ", wait per step";
}

}  // namespace

float FleetStrip::height_px(const FleetFrame& frame, Rect area) {
  const Ui& ui = frame.ui;
  const StripView& view = frame.view.groups;
  // It is of one run, in colors that mean something else than those of a difference.
  if (frame.view.comparison() != nullptr) return 0;
  if (!view.offered() || area.height() < ui.px(kMostPx + kWallLeastPx)) return 0;
  const float rows = view.strip() ? static_cast<float>(view.strip()->groups.size()) : 0;
  return std::clamp(ui.px(kRowPx) * rows, ui.px(kLeastPx), ui.px(kMostPx));
}

void FleetStrip::draw(const FleetFrame& frame, Rect labels, Rect cells, float end_x) {
  const Ui& ui = frame.ui;
  cells_ = cells;
  cells_.y1 -= 1;
  ui.mark("fleet.strip", cells_);
  fill_rect({labels.x0, cells.y0, end_x, cells.y1}, ui.color().background);
  fill_rect(labels, ui.color().panel);
  fill_rect({labels.x0, cells.y1 - 1, end_x, cells.y1}, ui.color().line);
  frame.view.groups.set_height(cells_.height());
  handle_mouse(frame);
  ImGui::PushClipRect(labels.min(), labels.max(), true);
  draw_labels(frame, labels);
  ImGui::PopClipRect();
  const GroupStrip* strip = frame.view.groups.strip();
  if (strip == nullptr || cells_.empty()) return;
  ImGui::PushClipRect(cells_.min(), cells_.max(), true);
  draw_cells(frame, *strip);
  draw_selection(frame, *strip);
  ImGui::PopClipRect();
  draw_hover(frame, *strip);
}

void FleetStrip::draw_cells(const FleetFrame& frame, const GroupStrip& strip) {
  const FleetView& view = frame.view;
  const Viewport& rows = view.groups.rows;
  const float least_px = frame.ui.px(kLeastWallCellPx);
  levels_ = {cell_level(rows, least_px), cell_level(view.steps, least_px)};
  blocks_.refresh(strip.grid, view.groups.groups_in_view(), view.steps_in_view(), levels_.row,
                  levels_.step);
  const CellInk ink{wall_palette(frame.palette), strip.grid.scale};
  draw_blocks({cells_, view.steps, rows, frame.ui.px(kGapFromPx)}, strip.grid, blocks_, levels_,
              [&](std::size_t row, std::size_t step) {
                const WallBlock& block = blocks_.row(row)[step];
                return ink.fill(view.shows_mean ? block.mean : block.most);
              });
}

/// Around the group of the selected rank, in its step.
void FleetStrip::draw_selection(const FleetFrame& frame, const GroupStrip& strip) const {
  const FleetView& view = frame.view;
  if (!view.rank() || strip.group_of[*view.rank()] == GroupStrip::kNoGroup) return;
  const std::size_t row = strip.group_of[*view.rank()];
  const WallSpan steps =
      view.step() ? WallSpan{*view.step(), *view.step() + 1} : WallSpan{0, strip.grid.steps};
  Rect rect = rect_of_cells(cells_, view.steps, view.groups.rows, {{row, row + 1}, steps});
  rect.x1 = std::max(rect.x1, rect.x0 + frame.ui.px(4));
  rect.y1 = std::max(rect.y1, rect.y0 + frame.ui.px(4));
  ImGui::GetWindowDrawList()->AddRect({rect.x0 - 1, rect.y0 - 1}, rect.max(),
                                      frame.ui.color().selection, frame.ui.px(2), 0,
                                      frame.ui.px(1.5F));
}

void FleetStrip::handle_mouse(const FleetFrame& frame) {
  FleetView& view = frame.view;
  const GroupStrip* strip = view.groups.strip();
  const bool pressed = mouse_area("fleet.strip.press", cells_, ImGuiButtonFlags_MouseButtonLeft);
  on_cells_ = !cells_.empty() && ImGui::IsItemHovered();
  if (on_cells_) {
    wheel(frame);
    view.step_cursor =
        view.steps.time_at(static_cast<double>(ImGui::GetIO().MousePos.x - cells_.x0));
  }
  if (pressed && on_cells_ && strip != nullptr) click(frame, *strip);
}

void FleetStrip::wheel(const FleetFrame& frame) const {
  const ImGuiIO& io = ImGui::GetIO();
  const Ui& ui = frame.ui;
  FleetView& view = frame.view;
  const auto pan = [&](float notches) {
    view.steps.pan(static_cast<double>(notches * ui.px(kPanPerNotchPx)));
  };
  if (io.MouseWheelH != 0) pan(io.MouseWheelH);
  if (io.MouseWheel == 0) return;
  if (io.KeyShift && !io.KeyCtrl) return pan(io.MouseWheel);
  if (ui.wheel_scrolls && !io.KeyCtrl)
    return view.groups.rows.pan(static_cast<double>(io.MouseWheel * ui.px(kScrollPerNotchPx)));
  const double factor = std::pow(kZoomPerNotch, static_cast<double>(io.MouseWheel));
  view.zoom_steps(factor, static_cast<double>(io.MousePos.x - cells_.x0));
  view.zoom_groups(factor, static_cast<double>(io.MousePos.y - cells_.y0));
}

std::optional<WallBox> FleetStrip::box_at_mouse(const FleetFrame& frame,
                                                const GroupStrip& strip) const {
  const ImVec2 at = ImGui::GetIO().MousePos;
  const auto row = frame.view.groups.group_at(static_cast<double>(at.y - cells_.y0));
  const auto step = frame.view.step_at(static_cast<double>(at.x - cells_.x0));
  if (!row || !step) return std::nullopt;
  return WallBox{block_around(*row, levels_.row, strip.grid.rows()),
                 block_around(*step, levels_.step, strip.grid.steps)};
}

/// Selects who held up the group, in that step, or the link that did; of several where the wait was
/// the longest.
void FleetStrip::click(const FleetFrame& frame, const GroupStrip& strip) const {
  FleetView& view = frame.view;
  const auto box = box_at_mouse(frame, strip);
  if (!box) return view.select(std::nullopt, std::nullopt);
  const WallExtremes found = extremes_of(strip.grid, box->rows, box->steps);
  if (found.values == 0) return;
  const auto held_up = held_up_in(view.run(), strip, found.most_at.row, found.most_at.step);
  if (!held_up) return;
  if (held_up->link) return view.go_to_link(*held_up->link);
  view.go_to(held_up->culprit.value_or(held_up->by.last), found.most_at.step);
}

void FleetStrip::draw_hover(const FleetFrame& frame, const GroupStrip& strip) const {
  if (!on_cells_ || ImGui::IsMouseDown(ImGuiMouseButton_Left) || frame.ui.mouse_rests) return;
  const Ui& ui = frame.ui;
  const auto box = box_at_mouse(frame, strip);
  if (!box) return;
  const WallHover hover = strip_hover(frame.view.run(), strip, *box);
  std::vector<TooltipLine> lines{{"", hover.title, 0, &ui.face().ui}};
  for (const auto& [label, value] : hover.facts)
    lines.push_back({label, value, 0, &ui.face().mono});
  draw_tooltip(ui, ImGui::GetIO().MousePos, lines);
}

void FleetStrip::draw_labels(const FleetFrame& frame, Rect labels) {
  const Ui& ui = frame.ui;
  StripView& view = frame.view.groups;
  Rect row = labels.cut_top(ui.px(kButtonPx));
  row.cut_left(ui.px(kPadPx) - ui.px(kEndPx));
  const std::string title = capitalized(group_kind_title(view.kind()));
  const Rect button = row.cut_left(
      std::min(menu_button_width(ui, title), std::max(row.width() - ui.px(kEndPx), 0.0F)));
  if (menu_button(ui, kKindMenu, button, title)) open_menu_at(ui, button, kKindMenu);
  if (begin_menu(ui, kKindMenu)) {
    for (const std::string& kind : frame.view.contents()->group_kinds) {
      if (menu_item(ui, capitalized(group_kind_title(kind)), "", true, kind == view.kind()))
        view.set_kind(kind);
    }
    end_menu();
  }
  if (view.strip() == nullptr) return;
  const Rect legend = labels.cut_top(std::min(ui.px(kLegendPx), labels.height()));
  draw_legend(frame, legend, view.strip()->grid);
  if (labels.height() < ui.px(kLegendPx)) return;
  const Rect below = labels.cut_top(ui.px(kLegendPx));
  draw_text_fitted(ui.face().small, {below.x0 + ui.px(kPadPx), centered_y(ui.face().small, below)},
                   below.width() - ui.px(kPadPx + kEndPx), ui.color().faint, strip_note(frame));
}

void FleetStrip::draw_legend(const FleetFrame& frame, Rect row, const WallGrid& grid) {
  if (grid.scale.values == 0) return;
  const Ui& ui = frame.ui;
  const Face& face = ui.face().small;
  const WallPalette& palette = wall_palette(frame.palette);
  const float y = centered_y(face, row);
  float x = row.x0 + ui.px(kPadPx);
  const auto words = [&](double value) {
    const std::string text = wall_value_text(grid.measure, value);
    draw_text(face, {x, y}, ui.color().dim, text);
    x += text_width(face, text) + ui.px(kEndPx);
  };
  words(grid.scale.least);
  const float top = std::floor((row.y0 + row.y1 - ui.px(kSidePx)) / 2);
  draw_shades(palette, {x, top, x + ui.px(kScalePx), top + ui.px(kSidePx)});
  x += ui.px(kScalePx + kEndPx);
  words(grid.scale.most);
}

}  // namespace lanescope
