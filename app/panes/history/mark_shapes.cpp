#include "app/panes/history/mark_shapes.h"

#include <algorithm>

#include "app/widgets/draw/paint.h"
#include "core/view/colors/change_colors.h"

namespace lanescope {
namespace {

constexpr float kDashPx = 4, kSignPx = 4;

}  // namespace

ImU32 mark_color(const HistoryFrame& frame, const HistoryMark& mark) {
  if (!mark.worse) return frame.ui.color().dim;
  const ChangeColors& colors = change_colors(frame.palette);
  return packed(*mark.worse ? colors.worse : colors.better);
}

void draw_dashes(const Ui& ui, float x, float y0, float y1, ImU32 color) {
  const float dash = ui.px(kDashPx);
  for (float y = y0; y < y1; y += 2 * dash)
    fill_rect({x, y, x + ui.px(1), std::min(y + dash, y1)}, color);
}

void draw_change_sign(const Ui& ui, ImVec2 center, const HistoryMark& mark, ImU32 color) {
  const float half = ui.px(kSignPx), up = mark.rises ? -half : half;
  const ImVec2 tip{center.x, center.y + up};
  const ImVec2 left{center.x - half, center.y - up}, right{center.x + half, center.y - up};
  ImDrawList& list = *ImGui::GetWindowDrawList();
  if (mark.worse.value_or(false))
    list.AddTriangleFilled(tip, left, right, color);
  else
    list.AddTriangle(tip, left, right, color, ui.style.scale * 1.5F);
}

}  // namespace lanescope
