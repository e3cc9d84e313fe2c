#include "app/lanes/strip_block.h"

#include <algorithm>
#include <cmath>

#include "core/view/text/time_text.h"

namespace lanescope {
namespace {

constexpr float kLabelFromPx = 22;
constexpr float kLabelPadPx = 5;
constexpr float kGapFromPx = 3;  // narrower parts leave no gap to their neighbors

}  // namespace

std::optional<Rect> paint_block(const LaneScene& scene, Rect row, const StripBlock& block,
                                ImU32 color) {
  const float x0 = std::floor(row.x0 + block.x0_px + 0.5F);
  float x1 = std::max(std::floor(row.x0 + block.x1_px + 0.5F), x0 + 1);
  if (x1 - x0 > kGapFromPx) x1 -= 1;
  scene.list.AddRectFilled({x0, row.y0}, {x1, row.y1}, color);
  if (block.count != 1 || x1 - x0 < scene.ui.px(kLabelFromPx)) return std::nullopt;
  const float pad = scene.ui.px(kLabelPadPx);
  return Rect{std::max(x0, scene.list.GetClipRectMin().x) + pad, row.y0, x1 - pad, row.y1};
}

LaneWords words_of_block(std::uint32_t count, std::string_view part, Ns total_ns, ImU32 swatch) {
  LaneWords words;
  words.title = counted(count, part) + "; zoom in to separate";
  words.swatch = swatch;
  words.facts.emplace_back("Total", format_duration(total_ns));
  return words;
}

}  // namespace lanescope
