#include "app/widgets/ui.h"

namespace lanescope {

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
  press.double_clicked = press.hovered && ImGui::IsMouseDoubleClicked(ImGuiMouseButton_Left);
  ImGui::PopID();
  ImGui::PopID();
  return press;
}

}  // namespace lanescope
