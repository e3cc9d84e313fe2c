#include "app/widgets/menu.h"

#include <algorithm>
#include <cfloat>
#include <cmath>

#include "imgui_internal.h"

#include "app/widgets/button.h"
#include "app/widgets/draw/icons.h"
#include "app/widgets/draw/text.h"

namespace lanescope {
namespace {

/// As wide as its labels, within these.
constexpr float kMenuWidthPx = 292, kMostMenuWidthPx = 560;
constexpr float kRowPx = 27;
constexpr float kEdgePx = 4;         // between a menu and the edge of the window
constexpr float kAroundRowsPx = 24;  // of a row that may have a scrollbar, to both edges

/// Takes a row from the menu being laid out, with room for `content_px`.
Rect next_row(const Ui& ui, float height_px, float content_px = 0) {
  const ImVec2 at = ImGui::GetCursorScreenPos();
  const float screen = ImGui::GetIO().DisplaySize.x - ui.px(kAroundRowsPx);
  const float most = std::min(ui.px(kMostMenuWidthPx), screen);
  const float own = std::clamp(content_px, std::min(ui.px(kMenuWidthPx), most), most);
  // As wide as the widest row was in the last frame.
  const float width = std::max(own, ImGui::GetContentRegionAvail().x);
  // An invisible item that makes ImGui size the popup to its rows.
  ImGui::Dummy({own, height_px});
  return {at.x, at.y, at.x + width, at.y + height_px};
}

/// The width of a row's texts with the space around them.
float words_px(const Ui& ui, std::string_view label, std::string_view right) {
  const float right_px = right.empty() ? 0 : text_width(ui.face().small, right) + ui.px(12);
  return ui.px(34 + 14) + text_width(ui.face().ui, label) + 1 + right_px;
}

/// The texts of a row, which end at `right_x`.
void draw_row_words(const Ui& ui, Rect row, std::string_view label, std::string_view right,
                    float right_x, bool enabled) {
  ImDrawList& list = *ImGui::GetWindowDrawList();
  const Colors& c = ui.color();
  const float right_px = right.empty() ? 0 : text_width(ui.face().small, right) + ui.px(12);
  const float label_x = row.x0 + ui.px(34);
  draw_text_fitted(list, ui.face().ui, {label_x, centered_y(ui.face().ui, row.y0, row.y1)},
                   right_x - right_px - label_x, enabled ? c.text : c.faint, label);
  draw_text_right(list, ui.face().small, right_x, centered_y(ui.face().small, row.y0, row.y1),
                  enabled ? c.dim : c.faint, right);
}

/// A row with its label, and `right` at its right end.
struct MenuRow {
  Rect rect;
  Press press;
};
MenuRow draw_row(const Ui& ui, std::string_view label, std::string_view right, bool enabled,
                 bool checked, bool lit) {
  const Rect row = next_row(ui, ui.px(kRowPx), words_px(ui, label, right));
  const ImVec2 after = ImGui::GetCursorScreenPos();
  const Press press = press_area(ui, label, row);
  ImGui::SetCursorScreenPos(after);
  ImDrawList& list = *ImGui::GetWindowDrawList();
  const Colors& c = ui.color();
  if ((press.hovered || lit) && enabled) {
    const Rect back = row.inset(ui.px(5), 0);
    list.AddRectFilled(back.min(), back.max(), c.selected_row, ui.px(4));
  }
  if (checked) {
    draw_text(list, ui.face().icon,
              {row.x0 + ui.px(12), centered_y(ui.face().icon, row.y0, row.y1)}, c.accent,
              icon::kCheck);
  }
  draw_row_words(ui, row, label, right, row.x1 - ui.px(14), enabled);
  return {row, press};
}

/// Whether the mouse has gone from that row to another one of its menu. On its way to the menu on
/// the right it may cross others.
bool mouse_is_beside(Rect row) {
  const ImGuiContext& g = *ImGui::GetCurrentContext();
  return g.HoveredWindow == g.CurrentWindow && !row.contains(g.IO.MousePos) &&
         g.IO.MouseDelta.x <= 0;
}

}  // namespace

bool menu_item(const Ui& ui, std::string_view label, std::string_view shortcut, bool enabled,
               bool checked) {
  const bool chosen =
      draw_row(ui, label, shortcut, enabled, checked, false).press.clicked && enabled;
  if (chosen) ImGui::CloseCurrentPopup();
  return chosen;
}

bool menu_gone_item(const Ui& ui, std::string_view label, std::string_view words, WidgetName button,
                    std::string_view hint) {
  const float side = ui.px(22);
  const Rect row = next_row(ui, ui.px(kRowPx), words_px(ui, label, words) + side);
  const ImVec2 after = ImGui::GetCursorScreenPos();
  const float y = std::floor((row.y0 + row.y1 - side) / 2);
  const Rect at{row.x1 - ui.px(8) - side, y, row.x1 - ui.px(8), y + side};
  draw_row_words(ui, row, label, words, at.x0 - ui.px(6), false);
  const bool clicked = icon_button(ui, button, at, icon::kClose, hint);
  ImGui::SetCursorScreenPos(after);
  return clicked;
}

bool begin_submenu(const Ui& ui, const char* label, bool enabled) {
  const ImGuiID id = ImGui::GetCurrentWindow()->GetID(label);
  const bool open = ImGui::IsPopupOpen(id, ImGuiPopupFlags_None);
  const MenuRow row = draw_row(ui, label, "›", enabled, false, open);
  if (!enabled) return false;
  if (!open && (row.press.hovered || row.press.clicked)) {
    ImGui::OpenPopupEx(id);
  } else if (open && mouse_is_beside(row.rect)) {
    ImGui::ClosePopupToLevel(ImGui::GetCurrentContext()->BeginPopupStack.Size, true);
  }
  ImGui::PushStyleVar(ImGuiStyleVar_WindowPadding, {0, ui.px(6)});
  ImGui::SetNextWindowPos({row.rect.x1, row.rect.y0 - ui.px(6)});
  // ImGui treats it as part of the menu: that one stays open, and its rows still see the mouse.
  const ImGuiWindowFlags flags = ImGuiWindowFlags_ChildMenu | ImGuiWindowFlags_ChildWindow |
                                 ImGuiWindowFlags_AlwaysAutoResize | ImGuiWindowFlags_NoTitleBar |
                                 ImGuiWindowFlags_NoSavedSettings | ImGuiWindowFlags_NoMove;
  const ImGuiStyle& style = ImGui::GetStyle();
  ImGui::PushStyleVar(ImGuiStyleVar_ChildRounding, style.PopupRounding);
  ImGui::PushStyleVar(ImGuiStyleVar_ChildBorderSize, style.PopupBorderSize);
  const bool shown = ImGui::BeginPopupEx(id, flags);
  ImGui::PopStyleVar(2);
  if (!shown) ImGui::PopStyleVar();
  return shown;
}

void menu_note(const Ui& ui, std::string_view text) {
  const Rect row = next_row(ui, ui.px(kRowPx));
  const Face& face = ui.face().head;
  const float x = row.x0 + ui.px(34);
  draw_text_fitted(*ImGui::GetWindowDrawList(), face, {x, centered_y(face, row.y0, row.y1)},
                   row.x1 - ui.px(14) - x, ui.color().faint, text);
}

void menu_separator(const Ui& ui) {
  const Rect row = next_row(ui, ui.px(9));
  const float y = std::floor((row.y0 + row.y1) / 2);
  ImGui::GetWindowDrawList()->AddRectFilled({row.x0 + ui.px(8), y}, {row.x1 - ui.px(8), y + 1},
                                            ui.color().line);
}

void open_menu_at(const Ui& ui, Rect button, const char* id, MenuEdge edge) {
  const float middle = ImGui::GetMainViewport()->GetCenter().y;
  const bool up = button.y0 > middle;
  const bool right = edge == MenuEdge::Right;
  ImGui::SetNextWindowPos(
      {right ? button.x1 : button.x0, up ? button.y0 - ui.px(4) : button.y1 + ui.px(2)},
      ImGuiCond_Appearing, {right ? 1.0F : 0.0F, up ? 1.0F : 0.0F});
  ImGui::OpenPopup(id);
}

bool begin_menu(const Ui& ui, const char* id) {
  ImGui::PushStyleVar(ImGuiStyleVar_WindowPadding, {0, ui.px(6)});
  const bool open = ImGui::BeginPopup(id, ImGuiWindowFlags_NoMove);
  if (!open) ImGui::PopStyleVar();
  if (open && ImGui::IsKeyPressed(ImGuiKey_Escape, false)) ImGui::CloseCurrentPopup();
  return open;
}

void end_menu() {
  ImGui::EndPopup();
  ImGui::PopStyleVar();
}

bool MenuBar::menu(const char* title) {
  const float height = ui_->px(26);
  const float y = std::floor((bar_.y0 + bar_.y1 - height) / 2);
  const Rect word = {bar_.x0, y, bar_.x0 + text_button_width(*ui_, title), y + height};
  bar_.x0 = word.x1;
  ui_->mark(title, word);
  const bool open = ImGui::IsPopupOpen(title);
  if (!open && state_->open == title) state_->open.clear();
  ImGui::SetCursorScreenPos(word.min());
  // Opens when the button is pressed, not when it is released, as menus usually do.
  ImGui::PushID("word");
  const bool pressed = ImGui::InvisibleButton(title, word.size(), ImGuiButtonFlags_None) ||
                       (ImGui::IsItemActive() && ImGui::IsMouseClicked(ImGuiMouseButton_Left));
  const bool hovered = ImGui::IsItemHovered();
  mark_focused(*ui_, word);
  ImGui::PopID();
  const bool over = word.contains(ImGui::GetIO().MousePos);
  if ((pressed && !open) || (over && !open && !state_->open.empty())) {
    ImGui::OpenPopup(title);
    state_->open = title;
  }
  const bool lit = open || hovered;
  ImDrawList& list = *ImGui::GetWindowDrawList();
  if (lit) list.AddRectFilled(word.min(), word.max(), ui_->color().raised, ui_->px(6));
  draw_text(list, ui_->face().ui,
            {word.x0 + ui_->px(10), centered_y(ui_->face().ui, word.y0, word.y1)},
            lit ? ui_->color().text : ui_->color().dim, title);
  // Only when it appears: Dear ImGui then moves it left if it does not fit.
  const float top = bar_.y1 - ui_->px(kEdgePx);
  ImGui::SetNextWindowPos({word.x0, top}, ImGuiCond_Appearing);
  const float room = ImGui::GetIO().DisplaySize.y - top - ui_->px(kEdgePx);
  ImGui::SetNextWindowSizeConstraints({0, 0}, {FLT_MAX, std::max(room, ui_->px(kRowPx))});
  return begin_menu(*ui_, title);
}

}  // namespace lanescope
