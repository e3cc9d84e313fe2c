#include "app/widgets/draw/ui.h"

#include <utility>

#include "imgui_internal.h"

namespace lanescope {
namespace {

/// Main thread only, like Dear ImGui.
std::optional<Rect> focus_rect;

/// On top of the control, but clipped to its pane.
void draw_focus(const Ui& ui, Rect rect) {
  ImDrawList& list = *ImGui::GetForegroundDrawList();
  const ImDrawList& own = *ImGui::GetWindowDrawList();
  list.PushClipRect(own.GetClipRectMin(), own.GetClipRectMax());
  list.AddRect(rect.min(), rect.max(), ui.color().accent, ui.px(4), 0, ui.px(2));
  list.PopClipRect();
}

}  // namespace

std::optional<Rect> take_focus_rect() {
  return std::exchange(focus_rect, std::nullopt);
}

void mark_focused(const Ui& ui, Rect rect) {
  if (!ImGui::IsItemFocused() || !ImGui::GetIO().NavVisible) return;
  focus_rect = rect;
  ui.mark("focus", rect);
  draw_focus(ui, rect);
}

RowKeys take_row_keys() {
  const ImGuiIO& io = ImGui::GetIO();
  RowKeys keys;
  keys.here = io.NavVisible && ImGui::IsItemFocused();
  if (!keys.here || io.KeyCtrl || io.KeyAlt || io.KeySuper) return keys;
  keys.mouse_rests = ImGui::GetCurrentContext()->NavDisableMouseHover;
  for (const ImGuiKey key : {ImGuiKey_DownArrow, ImGuiKey_UpArrow}) {
    ImGui::SetKeyOwner(key, ImGui::GetItemID());
  }
  if (ImGui::IsKeyPressed(ImGuiKey_DownArrow)) ++keys.by;
  if (ImGui::IsKeyPressed(ImGuiKey_UpArrow)) --keys.by;
  keys.enter = ImGui::IsKeyPressed(ImGuiKey_Enter, false) ||
               ImGui::IsKeyPressed(ImGuiKey_KeypadEnter, false);
  return keys;
}

KeysPassBy::KeysPassBy() {
  ImGui::PushItemFlag(ImGuiItemFlags_NoNav | ImGuiItemFlags_NoTabStop, true);
}

KeysPassBy::~KeysPassBy() {
  ImGui::PopItemFlag();
}

bool mouse_area(const char* id, Rect rect, ImGuiButtonFlags buttons) {
  const KeysPassBy mouse_only;
  ImGui::SetCursorScreenPos(rect.min());
  return ImGui::InvisibleButton(id, rect.size(), buttons);
}

Press press_area(const Ui& ui, WidgetName name, Rect rect) {
  ui.mark(name, rect);
  if (rect.empty()) return {};
  ImGui::PushID(name.first.data(), name.first.data() + name.first.size());
  const std::string_view tail = name.second.empty() ? std::string_view(".") : name.second;
  ImGui::PushID(tail.data(), tail.data() + tail.size());
  ImGui::SetCursorScreenPos(rect.min());
  Press press;
  press.clicked = ImGui::InvisibleButton("##press", rect.size());
  press.hovered = ImGui::IsItemHovered();
  press.held = ImGui::IsItemActive();
  mark_focused(ui, rect);
  press.double_clicked = press.hovered && ImGui::IsMouseDoubleClicked(ImGuiMouseButton_Left);
  ImGui::PopID();
  ImGui::PopID();
  return press;
}

}  // namespace lanescope
