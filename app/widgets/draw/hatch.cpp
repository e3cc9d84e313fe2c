#include "app/widgets/draw/hatch.h"

#include <algorithm>
#include <cmath>

namespace lanescope {
namespace {

constexpr float kPitchPx = 6;
constexpr float kLinePx = 1.5F;

}  // namespace

void paint_hatch(const Ui& ui, ImDrawList& list, Rect at, ImU32 color) {
  const ImVec2 clip_min = list.GetClipRectMin(), clip_max = list.GetClipRectMax();
  const float pitch = ui.px(kPitchPx), height = at.height();
  const float left = std::max(at.x0, clip_min.x), right = std::min(at.x1, clip_max.x);
  for (float x = std::floor((left - height) / pitch) * pitch; x < right; x += pitch) {
    const float x0 = std::max(x, left), x1 = std::min(x + height, right);
    if (x1 <= x0) continue;
    list.AddLine({x0, at.y1 - (x0 - x)}, {x1, at.y1 - (x1 - x)}, color, ui.px(kLinePx));
  }
}

}  // namespace lanescope
