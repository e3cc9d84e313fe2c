#include "app/widgets/splitter.h"

namespace lanescope {
namespace {

SplitterMove splitter(const Ui& ui, std::string_view id, Rect line, bool vertical) {
  const float reach = ui.px(3);
  const Rect grip = vertical ? line.inset(-reach, 0) : line.inset(0, -reach);
  const KeysPassBy mouse_only;  // the keyboard cannot drag it
  const Press press = press_area(ui, id, grip);
  ImDrawList& list = *ImGui::GetWindowDrawList();
  const bool lit = press.hovered || press.held;
  list.AddRectFilled(line.min(), line.max(),
                     lit ? mixed(ui.color().line, ui.color().accent, 0.6F) : ui.color().line);
  if (lit) ImGui::SetMouseCursor(vertical ? ImGuiMouseCursor_ResizeEW : ImGuiMouseCursor_ResizeNS);
  SplitterMove move;
  move.held = press.held;
  if (press.held) {
    const ImVec2 delta = ImGui::GetIO().MouseDelta;
    move.delta_px = vertical ? delta.x : delta.y;
    move.moved = move.delta_px != 0;
  }
  move.reset = press.double_clicked;
  return move;
}

}  // namespace

SplitterMove vertical_splitter(const Ui& ui, std::string_view id, Rect line) {
  return splitter(ui, id, line, true);
}

SplitterMove horizontal_splitter(const Ui& ui, std::string_view id, Rect line) {
  return splitter(ui, id, line, false);
}

}  // namespace lanescope
