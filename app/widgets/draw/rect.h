// A rectangle on the screen, in ImGui's coordinates.
#pragma once

#include "imgui.h"

namespace lanescope {

struct Rect {
  float x0 = 0, y0 = 0, x1 = 0, y1 = 0;

  [[nodiscard]] float width() const { return x1 > x0 ? x1 - x0 : 0; }
  [[nodiscard]] float height() const { return y1 > y0 ? y1 - y0 : 0; }
  [[nodiscard]] bool empty() const { return x1 <= x0 || y1 <= y0; }
  [[nodiscard]] bool contains(ImVec2 p) const {
    return p.x >= x0 && p.x < x1 && p.y >= y0 && p.y < y1;
  }
  [[nodiscard]] ImVec2 min() const { return {x0, y0}; }
  [[nodiscard]] ImVec2 max() const { return {x1, y1}; }
  [[nodiscard]] ImVec2 size() const { return {width(), height()}; }
  [[nodiscard]] Rect inset(float x, float y) const { return {x0 + x, y0 + y, x1 - x, y1 - y}; }

  /// Cuts off a strip and returns it; this rectangle keeps the rest.
  Rect cut_top(float height_px) {
    const Rect strip{x0, y0, x1, y0 + height_px};
    y0 += height_px;
    return strip;
  }
  Rect cut_bottom(float height_px) {
    const Rect strip{x0, y1 - height_px, x1, y1};
    y1 -= height_px;
    return strip;
  }
  Rect cut_left(float width_px) {
    const Rect strip{x0, y0, x0 + width_px, y1};
    x0 += width_px;
    return strip;
  }
  Rect cut_right(float width_px) {
    const Rect strip{x1 - width_px, y0, x1, y1};
    x1 -= width_px;
    return strip;
  }
};

}  // namespace lanescope
