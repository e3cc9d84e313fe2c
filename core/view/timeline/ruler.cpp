#include "core/view/timeline/ruler.h"

#include <algorithm>
#include <array>

#include "core/view/text/time_text.h"

namespace lanescope {
namespace {

struct NiceStep {
  Ns ns;
  int parts;  // minor steps per major step
};

/// The smallest step of 1, 2 or 5 times a power of ten that is not smaller than this.
NiceStep nice_step(double least_ns) {
  static constexpr std::array<NiceStep, 3> kSteps = {NiceStep{1, 5}, NiceStep{2, 4},
                                                     NiceStep{5, 5}};
  for (Ns power = 1; power <= 1'000'000'000'000'000'000 / 10; power *= 10) {
    for (const NiceStep& step : kSteps) {
      const Ns ns = step.ns * power;
      if (static_cast<double>(ns) >= least_ns) return {ns, ns % step.parts == 0 ? step.parts : 1};
    }
  }
  return {1'000'000'000'000'000'000, 1};
}

/// Rounds down to a multiple, including for negative values.
Ns floor_to(Ns value, Ns step) {
  const Ns rest = value % step;
  return rest < 0 ? saturating_sub(value - rest, step) : value - rest;
}

}  // namespace

Ruler make_ruler(const Viewport& viewport, Ns origin_ns, double min_step_px) {
  const NiceStep step = nice_step(viewport.ns_per_px() * std::max(min_step_px, 1.0));
  const Ns minor_ns = step.ns / step.parts;
  const TimeRange range = viewport.range();
  const Ns begin_ns = saturating_sub(range.begin_ns, origin_ns);
  const Ns end_ns = saturating_sub(range.end_ns, origin_ns);
  const Ns largest_ns = std::max(end_ns, saturating_sub(0, begin_ns));
  Ruler ruler{step.ns, {}};
  for (Ns at = floor_to(begin_ns, step.ns); at <= end_ns; at = saturating_add(at, minor_ns)) {
    const Ns time_ns = saturating_add(origin_ns, at);
    const bool major = at % step.ns == 0;
    ruler.ticks.push_back({viewport.x_of(time_ns), time_ns, major,
                           major ? format_time_point(at, step.ns, largest_ns) : std::string()});
    if (at == kMaxNs) break;
  }
  return ruler;
}

}  // namespace lanescope
