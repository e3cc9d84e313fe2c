// Ticks of the time ruler: steps of 1, 2 or 5 times a power of ten, with labels in a unit that
// suits the entire view.
#pragma once

#include <string>
#include <vector>

#include "core/base/time.h"
#include "core/view/timeline/viewport.h"

namespace lanescope {

struct RulerTick {
  double x_px = 0;
  Ns time_ns = 0;
  bool major = false;
  std::string label;  // of major ticks: "412 ms", relative to the origin
};

struct Ruler {
  Ns step_ns = 1;                // between major ticks
  std::vector<RulerTick> ticks;  // left to right, from just before the view to just after it
};

/// `origin_ns` is the time labeled 0 (the trace's start). Major ticks are at least `min_step_px`
/// apart, which should fit the widest label. At most about width / min_step_px * 5 ticks.
Ruler make_ruler(const Viewport& viewport, Ns origin_ns, double min_step_px = 90);

}  // namespace lanescope
