// Copy rates over time.
#pragma once

#include <span>
#include <vector>

#include "core/analysis/copies/copies.h"
#include "core/base/time.h"

namespace lanescope {

/// The combined rate from a time on.
struct CopyRate {
  Ns time_ns = 0;
  double gb_per_s = 0;
};
/// By time, without duplicates; the last rate is 0. Rates are summed as integers in bytes per
/// second, so there is no residue when the last copy ends. Cost: n log n.
std::vector<CopyRate> copy_rates(std::span<const RatedCopy> copies);

/// Statistics of copy_rates(). Cost: n log n.
CopyRateSeries copy_rate_series(std::span<const RatedCopy> copies);

}  // namespace lanescope
