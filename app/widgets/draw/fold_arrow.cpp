#include "app/widgets/draw/fold_arrow.h"

namespace lanescope {

void draw_fold_arrow(const Ui& ui, ImVec2 center, bool folded, ImU32 color) {
  ImDrawList& list = *ImGui::GetWindowDrawList();
  const float r = ui.px(3.5F);
  if (folded) {
    list.AddTriangleFilled({center.x - r * 0.7F, center.y - r}, {center.x + r, center.y},
                           {center.x - r * 0.7F, center.y + r}, color);
  } else {
    list.AddTriangleFilled({center.x - r, center.y - r * 0.7F}, {center.x + r, center.y - r * 0.7F},
                           {center.x, center.y + r}, color);
  }
}

}  // namespace lanescope
