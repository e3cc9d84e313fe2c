#include "core/analysis/steps/warm_up.h"

namespace lanescope {

WarmUpSteps analyse_warm_up(const Snapshot& snapshot, const Thresholds& thresholds) {
  WarmUpSteps out;
  out.steps = step_ranges(snapshot);
  out.signs = find_warm_up_signs(snapshot, out.steps);
  out.count = count_warm_up_steps(out.steps, out.signs, thresholds);
  std::vector<double> warm_up, steady;
  for (std::size_t i = 0; i < out.steps.size(); ++i) {
    const auto length = static_cast<double>(out.steps[i].range.length_ns());
    (i < out.count ? warm_up : steady).push_back(length);
  }
  out.warm_up_ns = spread_of(warm_up);
  out.steady_ns = spread_of(steady);
  return out;
}

}  // namespace lanescope
