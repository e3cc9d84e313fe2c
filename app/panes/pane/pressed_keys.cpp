#include "app/panes/pane/pressed_keys.h"

#include <algorithm>
#include <cmath>

namespace lanescope {
namespace {

constexpr double kZoomPerSecond = 6;  // factor
constexpr double kPanViewsPerSecond = 0.9;
constexpr double kScrollPxPerSecond = 900;
constexpr double kFast = 3;
constexpr double kLongestFrameS = 0.05;  // a late frame must not make the view jump

}  // namespace

void move_by_keys(TraceView& view, const PressedKeys& keys, double delta_s) {
  if (!keys.any()) return;
  const float way_px = move_by_keys(view.viewport, view.mouse.time_ns, keys, delta_s);
  if (way_px != 0) view.lanes.scroll_to(view.lanes.scroll_px() + way_px);
}

float move_by_keys(Viewport& viewport, const std::optional<Ns>& cursor_ns, const PressedKeys& keys,
                   double delta_s) {
  if (!keys.any()) return 0;
  const double step_s = std::min(delta_s, kLongestFrameS) * (keys.fast ? kFast : 1);
  const double at_px = cursor_ns ? viewport.x_of(*cursor_ns) : viewport.width_px() / 2;
  if (keys.zoom_in != keys.zoom_out) {
    viewport.zoom(std::pow(kZoomPerSecond, keys.zoom_in ? step_s : -step_s), at_px);
  }
  if (keys.earlier != keys.later) {
    const double way_px = viewport.width_px() * kPanViewsPerSecond * step_s;
    viewport.pan(keys.earlier ? way_px : -way_px);
  }
  if (keys.up == keys.down) return 0;
  const auto way_px = static_cast<float>(kScrollPxPerSecond * step_s);
  return keys.up ? -way_px : way_px;
}

}  // namespace lanescope
