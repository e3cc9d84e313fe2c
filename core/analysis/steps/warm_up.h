// The warm-up steps of a trace, compared with the steady steps after them.
#pragma once

#include <cstddef>
#include <vector>

#include "core/analysis/events/statistics.h"
#include "core/analysis/events/warm_up_signs.h"

namespace lanescope {

class AnalysisResults;

struct WarmUpSteps {
  std::vector<StepRange> steps;   // all steps of the trace
  std::size_t count = 0;          // this many at the start are warm-up
  std::vector<WarmUpSign> signs;  // in all steps
  SampleSpread warm_up_ns;        // lengths of the warm-up steps
  SampleSpread steady_ns;         // lengths of the others
};

/// Always for the entire trace, regardless of the window. Pure; complete snapshots only.
WarmUpSteps analyse_warm_up(const AnalysisResults& in);

}  // namespace lanescope
