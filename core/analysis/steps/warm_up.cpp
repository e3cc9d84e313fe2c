#include "core/analysis/steps/warm_up.h"

#include "core/analysis/results.h"

namespace lanescope {

WarmUpSteps analyse_warm_up(const AnalysisResults& in) {
  WarmUpSteps out;
  out.steps = in.of<StepRanges>()->steps;
  out.signs = in.of<WarmUpSigns>()->signs;
  out.count = count_warm_up_steps(out.steps, out.signs, *in.window.thresholds);
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
