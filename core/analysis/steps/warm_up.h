// The steps of a trace that warm up, beside the steady ones after them.
#pragma once

#include <cstddef>
#include <vector>

#include "core/analysis/events/statistics.h"
#include "core/analysis/events/warm_up_signs.h"

namespace lanescope {

struct WarmUpSteps {
  std::vector<StepRange> steps;   // all of the trace
  std::size_t count = 0;          // so many of the first warm up
  std::vector<WarmUpSign> signs;  // in any step
  SampleSpread warm_up_ns;        // their lengths
  SampleSpread steady_ns;         // and those of the others
};

/// Of the whole trace, whatever the window of other analyses. Pure; complete snapshots only.
WarmUpSteps analyse_warm_up(const Snapshot& snapshot, const Thresholds& thresholds = {});

}  // namespace lanescope
