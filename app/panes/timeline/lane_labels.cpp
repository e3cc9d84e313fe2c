#include "app/panes/timeline/lane_labels.h"

#include <algorithm>
#include <cmath>
#include <optional>
#include <string>

#include "app/panes/pane/trace_actions.h"
#include "app/panes/timeline/row_links.h"
#include "app/widgets/button.h"
#include "app/widgets/clipboard.h"
#include "app/widgets/draw/icons.h"
#include "app/widgets/draw/paint.h"
#include "app/widgets/draw/shapes.h"
#include "app/widgets/draw/text.h"
#include "app/widgets/menu.h"
#include "app/widgets/tooltip.h"
#include "core/base/text/sentences/one_line.h"
#include "core/view/events/event_ref.h"
#include "core/view/lanes/group_titles.h"
#include "core/view/text/short_name.h"
#include "core/view/text/step_names.h"

namespace lanescope {
namespace {

constexpr float kIndentPx = 30;
constexpr float kButtonPx = 22;
constexpr std::size_t kLongestStep = 60;

/// Whether the mouse is over a label. Also while it holds something there that was pressed on the
/// label: the window then does not count as hovered, but a pressed button has to stay.
bool mouse_is_over(Rect rect, Rect clip) {
  const ImGuiIO& io = ImGui::GetIO();
  if (!rect.contains(io.MousePos) || !clip.contains(io.MousePos)) return false;
  if (ImGui::IsWindowHovered()) return true;
  return ImGui::IsWindowHovered(ImGuiHoveredFlags_AllowWhenBlockedByActiveItem) &&
         rect.contains(io.MouseClickedPos[ImGuiMouseButton_Left]);
}

bool draw_header(const PaneFrame& frame, const LayoutItem& item, const LaneGroup& group, Rect rect,
                 LaneDrag& drag) {
  const Ui& ui = frame.ui;
  const Press press = press_area(ui, {"group.", group.key}, rect);
  fill_rect({rect.x0, rect.y0, rect.x1, rect.y1 - 1},
            press.hovered ? ui.color().line : ui.color().raised);
  draw_fold_arrow(ui, {rect.x0 + ui.px(17), std::floor((rect.y0 + rect.y1) / 2)}, item.folded,
                  ui.color().dim);
  const Face& face = ui.face().group;
  draw_text_fitted(face, {rect.x0 + ui.px(28), centered_y(face, rect)}, rect.width() - ui.px(36),
                   ui.color().text, group.title);
  if (press.held) drag.hold(frame, item);
  if (press.clicked && !drag.moving()) frame.view.lanes.toggle_folded(group.key);
  if (ImGui::IsItemHovered(ImGuiHoveredFlags_DelayNormal) &&
      text_width(face, group.title) > rect.width() - ui.px(36)) {
    draw_hint(ui, rect, group.title);
  }
  return press.hovered;
}

/// The lower edge of a lane with many rows: dragging it changes the number of visible rows.
void drag_rows(const PaneFrame& frame, const LayoutItem& item, const Lane& lane, Rect rect) {
  if (lane.kind != LaneKind::Slices || !lane.foldable || item.folded) return;
  const Ui& ui = frame.ui;
  const Rect grip{rect.x0, rect.y1 - ui.px(4), rect.x1, rect.y1 + ui.px(1)};
  const Press press = press_area(ui, {"rows.", lane.key}, grip);
  if (press.hovered || press.held) {
    ImGui::SetMouseCursor(ImGuiMouseCursor_ResizeNS);
    fill_rect({rect.x0, rect.y1 - 1, rect.x1, rect.y1}, ui.color().accent);
  }
  LaneTreeState& lanes = frame.view.lanes;
  if (press.double_clicked) {
    lanes.set_row_cap(lane.key, LaneTreeState::kAllRows);
  } else if (press.held && ImGui::GetIO().MouseDelta.y != 0) {
    const std::uint32_t rows =
        frame.view.lanes.layout().rows_in(ImGui::GetIO().MousePos.y - rect.y0);
    const std::optional<std::uint32_t> first = lanes.rows(lane.key).first;
    const bool all = rows + first.value_or(0) >= lane.rows_in_time();  // nothing below is left
    lanes.set_rows(lane.key, {all ? LaneTreeState::kAllRows : rows, first});
  }
}

/// Draws pin and hide buttons; returns their width.
float draw_buttons(const PaneFrame& frame, const Lane& lane, Rect rect, bool hovered) {
  const Ui& ui = frame.ui;
  const bool pinned = frame.view.lanes.pinned(lane.key);
  const float side = ui.px(kButtonPx);
  if (!hovered && !pinned) return 0;
  const float y = rect.y0 + std::floor((std::min(rect.height(), ui.px(34)) - side) / 2);
  float x = rect.x1 - ui.px(6) - side;
  const Rect pin{x, y, x + side, y + side};
  if (icon_button(ui, {"pin.", lane.key}, pin, icon::kPin,
                  frame.with_keys(pinned ? "Unpin" : "Pin to the top", "pin"), pinned)) {
    frame.view.lanes.toggle_pinned(lane.key);
  }
  if (hovered) {
    x -= side;
    const Rect hide{x, y, x + side, y + side};
    if (icon_button(ui, {"hide.", lane.key}, hide, icon::kHidden, frame.with_keys("Hide", "hide")))
      frame.view.lanes.hide(lane.key);
  }
  return rect.x1 - x;
}

/// Name and facts, kept in view while any part of the lane is. Returns where they end.
float draw_words(const PaneFrame& frame, const Lane& lane, const std::string& title, Rect rect,
                 Rect clip, float right_room, float bottom_room) {
  const Ui& ui = frame.ui;
  const Face& face = ui.face().lane;
  const Face& small = ui.face().small;
  const bool two_lines =
      !lane.facts.empty() && rect.height() >= face.size_px + small.size_px + ui.px(4);
  const float height = two_lines ? face.size_px + small.size_px : face.size_px;
  // In a tall lane, the text is at the top, next to its first rows.
  const float space = std::floor((std::min(rect.height(), ui.px(48)) - height) / 2);
  float y = rect.y0 + std::max(space, 0.0F);
  if (y < clip.y0 + ui.px(4)) {
    y = std::min(clip.y0 + ui.px(4), rect.y1 - height - ui.px(4) - bottom_room);
  }
  const float x = rect.x0 + ui.px(kIndentPx);
  const float width = rect.x1 - x - ui.px(8) - right_room;
  draw_text_fitted(face, {x, std::floor(y)}, width, ui.color().text, title);
  if (two_lines) {
    draw_text_fitted(small, {x, std::floor(y + face.size_px)}, rect.x1 - x - ui.px(8),
                     ui.color().faint, lane.facts);
  }
  return std::floor(y + height);
}

}  // namespace

bool draw_lane_label(const PaneFrame& frame, const LayoutItem& item, Rect rect, Rect clip,
                     LaneDrag& drag) {
  const Ui& ui = frame.ui;
  const LaneGroup& group = frame.view.lanes.tree().groups[item.lane.group];
  if (item.header) return draw_header(frame, item, group, rect, drag);
  const Lane& lane = group.lanes[item.lane.lane];
  const bool hovered = mouse_is_over(rect, clip);
  const float buttons = draw_buttons(frame, lane, rect, hovered);
  if (lane.foldable) {
    const ImVec2 center{rect.x0 + ui.px(17),
                        rect.y0 + std::floor(std::min(rect.height(), ui.px(32)) / 2)};
    const float reach = ui.px(10);
    const Rect arrow{center.x - reach, center.y - reach, center.x + reach, center.y + reach};
    const Press press = press_area(ui, {"fold.", lane.key}, arrow);
    if (press.clicked) frame.view.lanes.toggle_folded(lane.key);
    draw_fold_arrow(ui, center, frame.view.lanes.folded(lane.key),
                    press.hovered ? ui.color().text : ui.color().faint);
  }
  drag_rows(frame, item, lane, rect);
  const RowLinks links = row_links(ui, item, lane, rect);
  const float link = draw_rows_beside(frame, lane, rect, links, buttons);
  // Pinned lanes have no header above them.
  const bool pinned = frame.view.lanes.layout().is_pinned(item);
  const std::string pinned_title = pinned ? title_with_group(group, lane) : std::string();
  const std::string& title = pinned ? pinned_title : lane.title;
  const float lower_px = links.lower.empty() ? 0 : ui.px(20);
  const float name_y1 = draw_words(frame, lane, title, rect, clip, buttons + link, lower_px);
  draw_rows_apart(frame, item, lane, {rect.x0 + ui.px(kIndentPx), name_y1, rect.x1, rect.y1},
                  links);
  const Press press = press_area(ui, {"label.", lane.key}, rect);
  if (press.held) drag.hold(frame, item);
  if (press.double_clicked && lane.foldable) frame.view.lanes.toggle_folded(lane.key);
  // The buttons are beside the title alone.
  const float room = rect.width() - ui.px(kIndentPx + 8);
  const bool cut = text_width(ui.face().lane, title) > room - buttons - link ||
                   text_width(ui.face().small, lane.facts) > room;
  if (cut && press.hovered && !ui.mouse_rests &&
      ImGui::IsItemHovered(ImGuiHoveredFlags_DelayNormal)) {
    const TooltipLine lines[] = {{"", title, 0, &ui.face().ui},
                                 {"", lane.facts, ui.color().dim, &ui.face().small}};
    const float top = std::max(rect.y0, clip.y0);
    const Rect words{rect.x0, top, rect.x1, std::min(rect.y1, top + ui.px(48))};
    draw_tooltip(ui, ImGui::GetIO().MousePos, lines, 0, words);
  }
  return hovered;
}

std::string search_for(const std::string& name) {
  return name.find('"') == std::string::npos ? "\"" + name + "\"" : name;
}

/// The steps of everything that is analyzed, as soon as another thread has found them.
void draw_step_items(const PaneFrame& frame, EventId event) {
  const Ui& ui = frame.ui;
  Marks& marks = frame.view.marks;
  const bool growing = frame.view.session().state() == Session::State::Live;
  for (const std::string& name : step_names_of(*frame.view.drawn(), event)) {
    const bool chosen = marks.all().steps == name;
    if (menu_item(ui, "Use \"" + one_line(name, kLongestStep) + "\" as steps", "", !growing,
                  chosen))
      marks.choose_steps(name);
  }
  if (!marks.all().steps.empty() && menu_item(ui, "Find steps again", "", !growing))
    marks.choose_steps("");
}

void draw_event_menu(const PaneFrame& frame, EventId event) {
  const auto key = event_key(*frame.view.drawn(), event);
  if (!key) return;
  const Ui& ui = frame.ui;
  menu_note(ui, short_name(key->name));
  if (menu_item(ui, "Zoom to event", "double-click")) zoom_to_event(frame.view, event);
  if (menu_item(ui, "Find all with this name", "")) frame.view.search.text = search_for(key->name);
  if (menu_item(ui, "Copy name", "")) copy_text(ui, key->name);
  draw_step_items(frame, event);
  menu_separator(ui);
}

void draw_lane_menu(const PaneFrame& frame, LaneRef ref) {
  const Ui& ui = frame.ui;
  LaneTreeState& lanes = frame.view.lanes;
  const LaneGroup& group = frame.view.lanes.tree().groups[ref.group];
  const Lane& lane = group.lanes[ref.lane];
  menu_note(ui, lane.title);
  if (menu_item(ui, "Pin to the top", frame.keys.keys_of("pin"), true, lanes.pinned(lane.key)))
    lanes.toggle_pinned(lane.key);
  if (menu_item(ui, "Fold to one row", "", lane.foldable, lanes.folded(lane.key)))
    lanes.toggle_folded(lane.key);
  if (menu_item(ui, "Hide lane", frame.keys.keys_of("hide"))) lanes.hide(lane.key);
  if (!group.title.empty() && menu_item(ui, "Hide all of " + group.title, ""))
    lanes.hide(group.key);
  menu_separator(ui);
  const bool hidden = !lanes.hidden_keys().empty();
  if (menu_item(ui, "Unhide last lane", frame.keys.keys_of("undo_hide"), hidden)) lanes.undo_hide();
  if (menu_item(ui, "Show all lanes", "", hidden)) lanes.show_all();
}

}  // namespace lanescope
