#include "app/widgets/draw/shapes.h"

#include <algorithm>
#include <cmath>

#include "core/base/clamped.h"

namespace lanescope {
namespace {

constexpr float kPitchPx = 6;
constexpr float kLinePx = 1.5F;
constexpr float kIdleHatchShare = 0.3F;

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

void paint_idle_hatch(const Ui& ui, ImDrawList& list, Rect at) {
  paint_hatch(ui, list, at, faded(ui.color().text, kIdleHatchShare));
}

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

void draw_histogram(const Ui& ui, ImDrawList& list, Rect area, std::span<const std::uint32_t> bins,
                    std::uint32_t own, ImU32 color) {
  if (bins.empty()) return;
  const float most = static_cast<float>(std::max(1U, *std::ranges::max_element(bins)));
  const float step = area.width() / static_cast<float>(bins.size());
  for (std::size_t i = 0; i < bins.size(); ++i) {
    const float share = static_cast<float>(bins[i]) / most;
    // Keeps small bins visible.
    const float height = bins[i] == 0 ? 1 : std::max(ui.px(2), std::round(area.height() * share));
    const float x0 = std::round(area.x0 + step * static_cast<float>(i));
    const float x1 = std::round(area.x0 + step * static_cast<float>(i + 1)) - ui.px(1);
    const ImU32 fill = bins[i] == 0 ? ui.color().line : i == own ? ui.color().selection : color;
    list.AddRectFilled({x0, area.y1 - height}, {x1, area.y1}, fill);
  }
}

void draw_progress_bar(const Ui& ui, ImDrawList& list, Rect bar, float share) {
  const float rounding = bar.height() / 2;
  list.AddRectFilled(bar.min(), bar.max(), ui.color().line, rounding);
  const float width = clamped(share, 0.0F, 1.0F) * bar.width();
  if (width >= 1)
    list.AddRectFilled(bar.min(), {bar.x0 + width, bar.y1}, ui.color().accent, rounding);
}

}  // namespace lanescope
