#include "app/widgets/scrolled.h"

#include <algorithm>
#include <cmath>

#include "app/widgets/scrollbar.h"

namespace lanescope {

Scrolled::Scrolled(const Ui& ui, std::string_view id, Rect view, float needed_px, float& offset_px)
    : area_(view) {
  if (ImGui::IsWindowHovered() && view.contains(ImGui::GetIO().MousePos))
    offset_px -= ImGui::GetIO().MouseWheel * ui.px(60);
  offset_px = std::floor(
      scrollbar(ui, id, {view.x0, view.y0, view.x1 + ui.px(12), view.y1}, needed_px, offset_px));
  ImGui::PushClipRect({view.x0 - ui.px(4), view.y0}, {view.x1 + ui.px(4), view.y1}, true);
  area_.y0 -= offset_px;
  area_.y1 = area_.y0 + std::max(needed_px, view.height());
}

Scrolled::~Scrolled() {
  ImGui::PopClipRect();
}

}  // namespace lanescope
