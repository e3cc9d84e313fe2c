// How fast memory is copied over time.
#pragma once

#include <span>

#include "core/analysis/copies.h"
#include "core/base/time.h"

namespace lanescope {

struct RatedCopy {
  TimeRange range;
  double gb_per_s = 0;
};

/// The sum of the rates of the copies that go on. Rates are added and taken off in whole bytes per
/// second, so nothing is left over when the last one ends. Cost: n log n.
CopyRateSeries copy_rate_series(std::span<const RatedCopy> copies);

}  // namespace lanescope
