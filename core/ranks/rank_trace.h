// The input of the rank analyses, for each rank.
#pragma once

#include <cstdint>

#include "core/analysis/results.h"

namespace lanescope {

/// One rank's trace, on its own clock.
struct RankTrace {
  std::int64_t rank = 0;  // see identify_ranks
  const AnalysisResults& results;
};

}  // namespace lanescope
