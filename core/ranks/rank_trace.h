// What the analyses of several ranks are given of each.
#pragma once

#include <cstdint>

#include "core/analysis/results.h"

namespace lanescope {

/// The trace of one rank, on its own clock.
struct RankTrace {
  std::int64_t rank = 0;  // see identify_ranks
  const AnalysisResults& results;
};

}  // namespace lanescope
