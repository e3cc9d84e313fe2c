#include "app/lanes/curve_painter.h"

#include <algorithm>
#include <cmath>

#include "app/widgets/draw/text.h"
#include "core/base/clamped.h"

namespace lanescope {
namespace {

constexpr float kDashPx = 4;

float y_of(Rect area, const Curve& curve, double value) {
  const double share = (value - curve.scale_min) / (curve.scale_max - curve.scale_min);
  const auto height = static_cast<float>(clamped(share, 0.0, 1.0)) * area.height();
  return std::floor(area.y1 - height + 0.5F);
}

void paint_dashes(const LaneScene& scene, float x0, float x1, float y, float origin_x,
                  ImU32 color) {
  const float period = 2 * scene.ui.px(kDashPx);
  float x = origin_x + std::floor((x0 - origin_x) / period) * period;
  for (; x < x1; x += period) {
    const float from = std::max(x, x0);
    const float to = std::min(x + period / 2, x1);
    if (to > from) scene.list.AddRectFilled({from, y}, {to, y + 1}, color);
  }
}

}  // namespace

Rect curve_area(const LaneScene& scene, const LanePlace& place) {
  return place.rect.inset(0, std::floor(scene.metrics.margin_px));
}

void paint_curve(const LaneScene& scene, Rect area, const Curve& curve, const CurveLook& look) {
  const float right = area.x1;
  for (std::size_t i = 0; i < curve.points.size(); ++i) {
    const CurvePoint& point = curve.points[i];
    const float x0 = std::max(area.x0, area.x0 + point.x_px);
    const float x1 = i + 1 < curve.points.size() ? area.x0 + curve.points[i + 1].x_px : right;
    if (x1 <= x0 || point.gap) continue;
    const float last_y = y_of(area, curve, point.last);
    const float top_y = y_of(area, curve, point.max);
    // Changes within one pixel are drawn as a vertical line from the smallest to the largest value.
    const float spread_bottom = y_of(area, curve, point.min);
    if (look.fill != 0)
      scene.list.AddRectFilled({x0, last_y}, {std::min(x1, right), area.y1}, look.fill);
    if (look.dashed) {
      paint_dashes(scene, x0, std::min(x1, right), last_y, area.x0, look.edge);
      continue;
    }
    if (spread_bottom > top_y)
      scene.list.AddRectFilled({x0, top_y}, {x0 + 1, spread_bottom + 1}, look.edge);
    scene.list.AddRectFilled({x0, last_y}, {std::min(x1, right), last_y + 1}, look.edge);
  }
}

Rect cut_note_line(const LaneScene& scene, Rect& area) {
  return area.cut_top(std::floor(scene.ui.face().small.size_px) + scene.ui.px(1));
}

void paint_curve_note(const LaneScene& scene, Rect line, std::string_view text) {
  const Face& face = scene.ui.face().small;
  draw_text_right(scene.list, face, line.x1 - scene.ui.px(12), line.y0, scene.ui.color().dim, text);
}

}  // namespace lanescope
