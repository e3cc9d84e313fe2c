// The results for the default window.
#pragma once

#include "core/analysis/results.h"

namespace lanescope {

/// The results for usual_window(). `whole`, of the whole trace, keeps them, and the steps and the
/// signs of their warm-up that tell the window, so that no analysis finds them again. Any thread.
/// Cost: that of StepRanges and WarmUpSigns.
const AnalysisResults& usual_results(const AnalysisResults& whole,
                                     const SharedThresholds& thresholds = {});

}  // namespace lanescope
