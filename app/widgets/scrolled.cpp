#include "app/widgets/scrolled.h"

#include <algorithm>
#include <cmath>

#include "imgui_internal.h"

#include "app/widgets/scrollbar.h"

namespace lanescope {

Scrolled::Scrolled(const Ui& ui, std::string_view id, Rect view, float needed_px, float& offset_px)
    : view_(view), area_(view), offset_px_(offset_px) {
  if (ImGui::IsWindowHovered() && view.contains(ImGui::GetIO().MousePos))
    offset_px -= ImGui::GetIO().MouseWheel * ui.px(60);
  offset_px = std::floor(
      scrollbar(ui, id, {view.x0, view.y0, view.x1 + ui.px(12), view.y1}, needed_px, offset_px));
  ImGui::PushClipRect({view.x0 - ui.px(4), view.y0}, {view.x1 + ui.px(4), view.y1}, true);
  area_.y0 -= offset_px;
  area_.y1 = area_.y0 + std::max(needed_px, view.height());
  (void)take_focus_rect();
}

Scrolled::~Scrolled() {
  bring_focus_into_view();
  ImGui::PopClipRect();
}

void Scrolled::bring_focus_into_view() {
  const std::optional<Rect> item = take_focus_rect();
  // Only when the focus moves, so that the wheel can leave it behind.
  if (!item || GImGui->NavJustMovedToId == 0) return;
  offset_px_ -= std::max(0.0F, view_.y0 - item->y0);
  offset_px_ += std::max(0.0F, item->y1 - view_.y1);
}

}  // namespace lanescope
