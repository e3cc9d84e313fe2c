#include "core/analysis/usual_results.h"

#include "core/analysis/events/step_ranges.h"
#include "core/analysis/events/warm_up_signs.h"

namespace lanescope {

const AnalysisResults& usual_results(const AnalysisResults& whole,
                                     const SharedThresholds& thresholds) {
  const auto ranges = whole.of<StepRanges>();
  const std::vector<StepRange>& steps = ranges->steps;
  if (steps.empty()) return whole.about(window_of_steps({}, 0, thresholds));
  const auto signs = whole.of<WarmUpSigns>();
  const std::size_t warm_up = count_warm_up_steps(steps, signs->signs, *thresholds);
  return whole.about(window_of_steps(steps, warm_up, thresholds));
}

}  // namespace lanescope
