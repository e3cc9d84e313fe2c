#include "app/widgets/button.h"

#include <algorithm>
#include <cmath>

#include "app/widgets/draw/shapes.h"
#include "app/widgets/draw/text.h"
#include "app/widgets/tooltip.h"

namespace lanescope {
namespace {

constexpr float kSidePx = 16, kGapPx = 9;

constexpr float kPadPx = 8;
constexpr float kMenuArrowPx = 12;

/// Its label is centered in `words`.
bool labelled_button(const Ui& ui, WidgetName name, Rect rect, Rect words, std::string_view label,
                     bool on) {
  const Press press = press_area(ui, name, rect);
  ImDrawList& list = *ImGui::GetWindowDrawList();
  if (on || press.hovered) {
    const ImU32 fill = on ? ui.color().raised : faded(ui.color().raised, 0.7F);
    list.AddRectFilled(rect.min(), rect.max(), press.held ? ui.color().line : fill, ui.px(6));
  }
  const Face& face = ui.face().ui;
  const float x = std::floor((words.x0 + words.x1 - text_width(face, label)) / 2);
  const ImU32 color = on || press.hovered ? ui.color().text : ui.color().dim;
  draw_text(list, face, {x, centered_y(face, rect.y0, rect.y1)}, color, label);
  return press.clicked;
}

}  // namespace

float text_button_width(const Ui& ui, std::string_view label) {
  return text_width(ui.face().ui, label) + ui.px(20);
}

bool text_button(const Ui& ui, WidgetName name, Rect rect, std::string_view label, bool on) {
  return labelled_button(ui, name, rect, rect, label, on);
}

float menu_button_width(const Ui& ui, std::string_view label) {
  return text_button_width(ui, label) + ui.px(kMenuArrowPx);
}

bool menu_button(const Ui& ui, WidgetName name, Rect rect, std::string_view label, bool on) {
  const Rect words{rect.x0, rect.y0, rect.x1 - ui.px(kMenuArrowPx), rect.y1};
  const bool clicked = labelled_button(ui, name, rect, words, label, on);
  const float middle = std::floor((rect.y0 + rect.y1) / 2);
  draw_fold_arrow(ui, {std::floor(words.x1 + ui.px(2)), middle}, false, ui.color().dim);
  return clicked;
}

bool action_button(const Ui& ui, WidgetName name, Rect rect, std::string_view label, bool primary,
                   bool enabled) {
  Press press = press_area(ui, name, rect);
  if (!enabled) press = {};
  ImDrawList& list = *ImGui::GetWindowDrawList();
  const Colors& c = ui.color();
  const ImU32 rest =
      primary && enabled ? mixed(c.raised, c.accent, 0.30F) : mixed(c.raised, c.line, 0.7F);
  const ImU32 fill = press.hovered ? mixed(rest, c.accent, press.held ? 0.25F : 0.15F) : rest;
  list.AddRectFilled(rect.min(), rect.max(), fill, ui.px(6));
  const Face& face = ui.face().ui;
  const float x = std::floor((rect.x0 + rect.x1 - text_width(face, label)) / 2);
  draw_text(list, face, {x, centered_y(face, rect.y0, rect.y1)}, enabled ? c.text : c.faint, label);
  return press.clicked;
}

bool big_button(const Ui& ui, WidgetName name, Rect rect, std::string_view icon,
                std::string_view label, std::string_view shortcut, bool primary) {
  const Press press = press_area(ui, name, rect);
  ImDrawList& list = *ImGui::GetWindowDrawList();
  const Colors& c = ui.color();
  const ImU32 rest = primary ? mixed(c.panel, c.accent, 0.16F) : c.raised;
  const ImU32 fill = press.hovered ? mixed(rest, c.accent, press.held ? 0.2F : 0.1F) : rest;
  list.AddRectFilled(rect.min(), rect.max(), fill, ui.px(6));
  const float x = rect.x0 + ui.px(14);
  draw_text(list, ui.face().icon, {x, centered_y(ui.face().icon, rect.y0, rect.y1)},
            primary ? c.accent : c.dim, icon);
  const float y = centered_y(ui.face().ui, rect.y0, rect.y1);
  draw_text(list, ui.face().ui, {x + ui.px(26), y}, c.text, label);
  const Face& small = ui.face().small;
  const float room = rect.x1 - x - ui.px(26 + 14 + 10) - text_width(ui.face().ui, label);
  if (text_width(small, shortcut) <= room)
    draw_text_right(list, small, rect.x1 - ui.px(14), centered_y(small, rect.y0, rect.y1), c.faint,
                    shortcut);
  if (press.hovered) ImGui::SetMouseCursor(ImGuiMouseCursor_Hand);
  return press.clicked;
}

bool icon_button(const Ui& ui, WidgetName name, Rect rect, std::string_view icon,
                 std::string_view hint, bool on) {
  const Press press = press_area(ui, name, rect);
  ImDrawList& list = *ImGui::GetWindowDrawList();
  const Colors& c = ui.color();
  if (press.hovered)
    list.AddRectFilled(rect.min(), rect.max(), press.held ? c.line : c.raised, ui.px(4));
  const Face& face = ui.face().icon;
  const float x = std::floor((rect.x0 + rect.x1 - text_width(face, icon)) / 2);
  const ImU32 rest = on ? c.accent : c.faint;
  draw_text(list, face, {x, centered_y(face, rect.y0, rect.y1)}, press.hovered ? c.text : rest,
            icon);
  if (!hint.empty() && ImGui::IsItemHovered(ImGuiHoveredFlags_DelayNormal))
    draw_hint(ui, rect, hint);
  return press.clicked;
}

float check_box_width(const Ui& ui, std::string_view label) {
  return ui.px(kSidePx + kGapPx) + text_width(ui.face().ui, label);
}

bool check_box(const Ui& ui, WidgetName name, Rect rect, std::string_view label, bool on) {
  const Press press = press_area(ui, name, rect);
  ImDrawList& list = *ImGui::GetWindowDrawList();
  const Colors& c = ui.color();
  const float side = ui.px(kSidePx);
  const float top = std::floor((rect.y0 + rect.y1 - side) / 2);
  const Rect box{rect.x0, top, rect.x0 + side, top + side};
  const ImU32 rest = on ? mixed(c.raised, c.accent, 0.30F) : c.background;
  list.AddRectFilled(box.min(), box.max(), press.held ? c.line : rest, ui.px(4));
  list.AddRect(box.min(), box.max(), press.hovered || on ? c.accent : c.faint, ui.px(4));
  if (on) {
    // Drawn here, because the icon font's check mark is designed for lines of text.
    const ImVec2 points[]{{box.x0 + ui.px(3.5F), box.y0 + ui.px(8)},
                          {box.x0 + ui.px(7), box.y0 + ui.px(11.5F)},
                          {box.x1 - ui.px(3.5F), box.y0 + ui.px(4.5F)}};
    list.AddPolyline(points, 3, c.text, ImDrawFlags_None, std::max(1.5F, ui.px(1.5F)));
  }
  const Face& face = ui.face().ui;
  draw_text(list, face, {box.x1 + ui.px(kGapPx), centered_y(face, rect.y0, rect.y1)},
            on || press.hovered ? c.text : c.dim, label);
  return press.clicked;
}

float segments_width(const Ui& ui, std::span<const Segment> segments) {
  float width = ui.px(4);
  for (const Segment& segment : segments) {
    width += std::ceil(text_width(ui.face().small, segment.label)) + ui.px(2 * kPadPx);
  }
  return width;
}

std::optional<std::size_t> draw_segments(const Ui& ui, std::string_view name, Rect rect,
                                         std::span<const Segment> segments, std::size_t chosen) {
  ImDrawList& list = *ImGui::GetWindowDrawList();
  const Face& face = ui.face().small;
  const Colors& c = ui.color();
  list.AddRectFilled(rect.min(), rect.max(), c.raised, ui.px(6));
  rect = rect.inset(ui.px(2), ui.px(2));
  std::optional<std::size_t> clicked;
  for (std::size_t i = 0; i < segments.size(); ++i) {
    const Segment& segment = segments[i];
    const float width = std::ceil(text_width(face, segment.label));
    const Rect one = rect.cut_left(width + ui.px(2 * kPadPx));
    const Press press = press_area(ui, {name, segment.label}, one);
    const bool can = segment.why_not.empty();
    if (i == chosen) list.AddRectFilled(one.min(), one.max(), c.selected_row, ui.px(5));
    const bool lit = i == chosen || (press.hovered && can);
    const ImU32 rest = can ? c.dim : mixed(c.raised, c.faint, 0.6F);
    draw_text(list, face, {one.x0 + ui.px(kPadPx), centered_y(face, one.y0, one.y1)},
              lit ? c.text : rest, segment.label);
    if (press.hovered && !can) draw_hint(ui, one, segment.why_not);
    if (press.clicked && can && i != chosen) clicked = i;
  }
  return clicked;
}

}  // namespace lanescope
