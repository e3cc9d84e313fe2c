// How fast memory is copied over time.
#pragma once

#include <span>
#include <vector>

#include "core/analysis/copies/copies.h"
#include "core/base/time.h"

namespace lanescope {

/// The sum of the rates from a time on.
struct CopyRate {
  Ns time_ns = 0;
  double gb_per_s = 0;
};
/// By time, each once; the last one is 0. Rates are added and taken off in whole bytes per second,
/// so nothing is left over when the last copy ends. Cost: n log n.
std::vector<CopyRate> copy_rates(std::span<const RatedCopy> copies);

/// What copy_rates gives, summed up. Cost: likewise.
CopyRateSeries copy_rate_series(std::span<const RatedCopy> copies);

}  // namespace lanescope
