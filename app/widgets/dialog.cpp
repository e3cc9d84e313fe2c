#include "app/widgets/dialog.h"

#include <algorithm>

#include "imgui_internal.h"

namespace lanescope {

bool any_popup() {
  return ImGui::IsPopupOpen("", ImGuiPopupFlags_AnyPopupId | ImGuiPopupFlags_AnyPopupLevel);
}

void close_forgotten_popups() {
  const ImGuiContext& g = *ImGui::GetCurrentContext();
  for (int level = 0; level < g.OpenPopupStack.Size; ++level) {
    const ImGuiPopupData& popup = g.OpenPopupStack[level];
    const bool drawn = popup.Window != nullptr && popup.Window->Active;
    // A popup that was opened in this frame is drawn in the next.
    if (drawn || popup.OpenFrameCount + 1 >= g.FrameCount) continue;
    ImGui::ClosePopupToLevel(level, false);
    return;
  }
}

/// Two at once would close each other in every frame, and neither could be used.
static bool another_is_open() {
  const ImGuiContext& g = *ImGui::GetCurrentContext();
  const int level = g.BeginPopupStack.Size;
  if (g.OpenPopupStack.Size <= level) return false;
  const ImGuiWindow* window = g.OpenPopupStack[level].Window;
  return window != nullptr && (window->Flags & ImGuiWindowFlags_Modal) != 0;
}

Dialog::Dialog(const Ui& ui, const char* id, ImVec2 size_px, float most_px) {
  if (!ImGui::IsPopupOpen(id) && another_is_open()) return;  // shown once the other is closed
  const ImVec2 screen = ImGui::GetIO().DisplaySize;
  const auto fitting = [&](float height_px) {
    return std::min(ui.px(height_px), screen.y - ui.px(40));
  };
  const ImVec2 size{std::min(ui.px(size_px.x), screen.x - ui.px(40)), fitting(size_px.y)};
  area_.x0 = std::floor((screen.x - size.x) / 2);
  area_.y0 = std::floor((screen.y - fitting(std::max(size_px.y, most_px))) * 0.4F);
  area_.x1 = area_.x0 + size.x;
  area_.y1 = area_.y0 + size.y;
  if (!ImGui::IsPopupOpen(id)) {
    ImGui::OpenPopup(id);
    just_opened_ = true;
  }
  // Drawn here, because ImGui's own dimming fades in over several frames, which a sleeping window
  // does not draw.
  ImGui::GetWindowDrawList()->AddRectFilled({0, 0}, screen, ui.color().scrim);
  ImGui::SetNextWindowPos(area_.min());
  ImGui::SetNextWindowSize(size);
  ImGui::PushStyleVar(ImGuiStyleVar_WindowRounding, ui.px(10));
  ImGui::PushStyleVar(ImGuiStyleVar_WindowBorderSize, 1);
  ImGui::PushStyleVar(ImGuiStyleVar_PopupBorderSize, 1);
  const ImGuiWindowFlags flags = ImGuiWindowFlags_NoDecoration | ImGuiWindowFlags_NoMove |
                                 ImGuiWindowFlags_NoSavedSettings |
                                 ImGuiWindowFlags_NoScrollWithMouse;
  shown_ = ImGui::BeginPopupModal(id, nullptr, flags);
  ImGui::PopStyleVar(3);
  ui.mark(id, area_);
}

Dialog::~Dialog() {
  if (shown_) ImGui::EndPopup();
}

bool Dialog::dismissed() const {
  if (just_opened_) return false;
  if (ImGui::IsKeyPressed(ImGuiKey_Escape, false)) return true;
  return ImGui::IsMouseClicked(ImGuiMouseButton_Left) && !area_.contains(ImGui::GetIO().MousePos);
}

void Dialog::close() {
  ImGui::CloseCurrentPopup();
}

}  // namespace lanescope
