// Median and spread of a few numbers. Doubles are exact for times below 104 days.
#pragma once

#include <span>
#include <vector>

#include "core/base/time.h"

namespace lanescope {

/// By linear interpolation between neighbours; 0 of none.
double median_of(std::vector<double> values);

/// By linear interpolation between neighbours, as NumPy does it; 0 of none. `share` is 0 … 1. Puts
/// the values into another order. Cost: O(values).
double quantile_of(std::span<Ns> values, double share);

/// The median distance from the median. Times kDeviationScale it is the standard deviation, of
/// numbers with a normal distribution.
double median_deviation_of(std::span<const double> values);
inline constexpr double kDeviationScale = 1.4826;

struct SampleSpread {
  double mean = 0, median = 0;
  double std = 0;  // with n - 1; 0 of a single one
  double min = 0, max = 0;
};
/// All 0 of none.
SampleSpread spread_of(std::span<const double> values);

/// To the nearest nanosecond.
Ns rounded_ns(double ns);

}  // namespace lanescope
