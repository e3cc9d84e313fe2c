#include "app/widgets/scrollbar.h"

#include <algorithm>
#include <cmath>

#include "imgui_internal.h"

#include "core/base/clamped.h"

namespace lanescope {

float clamped_scroll(float offset_px, float content_px, float view_px) {
  return clamped(offset_px, 0.0F, std::max(0.0F, content_px - view_px));
}

float scrollbar(const Ui& ui, std::string_view id, Rect view, float content_px, float offset_px) {
  const float view_px = view.height();
  if (content_px <= view_px || view_px <= 0) return clamped_scroll(offset_px, content_px, view_px);
  const float width = ui.px(9);
  const float thumb_px = std::max(ui.px(28), view_px * view_px / content_px);
  const float travel_px = view_px - thumb_px;
  const float range_px = content_px - view_px;
  const float thumb_y = view.y0 + travel_px * clamped(offset_px / range_px, 0.0F, 1.0F);
  const Rect track{view.x1 - width, view.y0, view.x1, view.y1};
  const KeysPassBy mouse_only;  // the keyboard scrolls in other ways
  const Press press = press_area(ui, id, track);
  if (press.held && travel_px > 0) {
    const ImGuiIO& io = ImGui::GetIO();
    const bool pressed_now = ImGui::IsMouseClicked(ImGuiMouseButton_Left);
    const bool on_thumb = io.MousePos.y >= thumb_y && io.MousePos.y < thumb_y + thumb_px;
    if (pressed_now && !on_thumb) {
      offset_px = (io.MousePos.y - view.y0 - thumb_px / 2) / travel_px * range_px;
    } else {
      offset_px += io.MouseDelta.y / travel_px * range_px;
    }
  }
  offset_px = clamped_scroll(offset_px, content_px, view_px);
  const Rect thumb{track.x0 + ui.px(2), thumb_y, track.x1 - ui.px(2), thumb_y + thumb_px};
  const ImU32 color =
      press.held ? ui.color().dim : faded(ui.color().faint, press.hovered ? 0.9F : 0.5F);
  ImGui::GetWindowDrawList()->AddRectFilled(thumb.min(), thumb.max(), color, ui.px(3));
  return offset_px;
}

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
  // Only when the focus has just moved; otherwise the wheel could not scroll away from it.
  if (!item || GImGui->NavJustMovedToId == 0) return;
  offset_px_ -= std::max(0.0F, view_.y0 - item->y0);
  offset_px_ += std::max(0.0F, item->y1 - view_.y1);
}

}  // namespace lanescope
