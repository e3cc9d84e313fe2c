#include "core/view/timeline/arrow_shape.h"

#include <algorithm>
#include <cmath>

namespace lanescope {

float arrow_strength(std::size_t arrows) {
  constexpr std::size_t kClear = 8;
  return arrows > kClear ? 0.45F : 0.9F;
}

ArrowShape arrow_shape(const ArrowTouch& from, const ArrowTouch& to, float least_bend_px) {
  const bool down = to.top_px >= from.bottom_px;
  const bool up = to.bottom_px <= from.top_px;
  const auto middle = [](const ArrowTouch& one) { return (one.top_px + one.bottom_px) / 2; };
  ArrowShape shape;
  shape.from = {from.x_px, down ? from.bottom_px : up ? from.top_px : middle(from)};
  shape.to = {to.x_px, down ? to.top_px : up ? to.bottom_px : middle(to)};
  shape.direction = down || !up ? 1.0F : -1.0F;
  const float bend = std::max(least_bend_px, std::abs(shape.to.y - shape.from.y) * 0.5F);
  shape.from_bend = {shape.from.x, shape.from.y + shape.direction * bend};
  shape.to_bend = {shape.to.x, shape.to.y - shape.direction * bend};
  return shape;
}

}  // namespace lanescope
