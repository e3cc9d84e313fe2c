#include "app/panes/pane/window_choice.h"

#include <algorithm>
#include <string_view>

#include "app/widgets/draw/icons.h"
#include "app/widgets/draw/text.h"
#include "app/widgets/menu.h"
#include "app/widgets/tooltip.h"
#include "core/view/text/window_words.h"

namespace lanescope {
namespace {

constexpr const char* kMenu = "window.menu";
constexpr float kPadPx = 9;
constexpr float kArrowPx = 16;
constexpr float kHeightPx = 24;

float width_of(const Ui& ui, std::string_view words) {
  return text_width(ui.face().small, words) + ui.px(2 * kPadPx + kArrowPx);
}

void draw_choices(const PaneFrame& frame) {
  const Ui& ui = frame.ui;
  if (!begin_menu(ui, kMenu)) return;
  TraceView& view = frame.view;
  const bool ranged = view.insights.range().has_value();
  if (ranged) {
    menu_item(ui, window_title(WindowKind::Range), frame.keys.keys_of("peel"), true, true);
    menu_separator(ui);
    menu_note(ui, "SCOPE WITHOUT RANGE");
  } else {
    menu_note(ui, "ANALYSIS SCOPE");
  }
  const bool steps = !view.snapshot()->steps.empty();
  for (const WindowKind kind : kWindowChoices) {
    const bool can = steps || kind == WindowKind::Whole;
    const bool chosen = steps ? view.window == kind : kind == WindowKind::Whole;
    const char* const note = !can ? "no steps" : ranged && chosen ? "chosen" : "";
    if (menu_item(ui, window_title(kind), note, can, chosen && !ranged)) view.window = kind;
  }
  end_menu();
}

}  // namespace

float window_choice_room(const Ui& ui) {
  float widest = width_of(ui, window_word(WindowKind::Range));
  for (const WindowKind kind : kWindowChoices)
    widest = std::max(widest, width_of(ui, window_word(kind)));
  return widest;
}

void draw_window_choice(const PaneFrame& frame, Rect& row, float from_x, float words_px) {
  const Ui& ui = frame.ui;
  const WindowKind now = frame.view.insights.window();
  const Face& face = ui.face().small;
  const float room = row.x1 - from_x;
  const float whole_px = width_of(ui, window_title(now));
  const float short_px = width_of(ui, window_word(now));
  if (short_px > room) return;
  const bool beside = short_px + words_px <= room;
  const bool whole = whole_px + (beside ? words_px : 0) <= room;
  const std::string_view words = whole ? window_title(now) : window_word(now);
  Rect rect = row.cut_right(width_of(ui, words));
  const float y = std::floor((rect.y0 + rect.y1 - ui.px(kHeightPx)) / 2);
  rect = {rect.x0, y, rect.x1, y + ui.px(kHeightPx)};
  const Press press = press_area(ui, "window.choice", rect);
  const bool rests = ImGui::IsItemHovered(ImGuiHoveredFlags_DelayNormal);
  ImDrawList& list = *ImGui::GetWindowDrawList();
  const Colors& c = ui.color();
  list.AddRectFilled(rect.min(), rect.max(), press.hovered ? c.line : c.raised, ui.px(6));
  const ImU32 color = press.hovered ? c.text : c.dim;
  draw_text(list, face, {rect.x0 + ui.px(kPadPx), centered_y(face, rect.y0, rect.y1)}, color,
            words);
  const ImVec2 arrow{rect.x1 - ui.px(kPadPx) - ui.px(4), std::floor((rect.y0 + rect.y1) / 2)};
  const float r = ui.px(3.5F);
  list.AddTriangleFilled({arrow.x - r, arrow.y - r * 0.7F}, {arrow.x + r, arrow.y - r * 0.7F},
                         {arrow.x, arrow.y + r}, color);
  if (rests && !ImGui::IsPopupOpen(kMenu)) draw_hint(ui, rect, window_meaning(now));
  if (press.clicked) {
    ImGui::SetNextWindowPos({rect.x1, rect.y0 - ui.px(4)}, ImGuiCond_Appearing, {1, 1});
    ImGui::OpenPopup(kMenu);
  }
  draw_choices(frame);
}

}  // namespace lanescope
