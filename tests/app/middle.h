// Where a hand points at what is drawn.
#pragma once

#include "tests/app/ui_driver.h"

namespace lanescope {

inline ImVec2 middle(Rect rect) {
  return {(rect.x0 + rect.x1) / 2, (rect.y0 + rect.y1) / 2};
}

}  // namespace lanescope
