// Median and spread of a set of numbers. Doubles hold times below 104 days exactly.
#pragma once

#include <span>
#include <vector>

#include "core/base/time.h"

namespace lanescope {

/// By linear interpolation; 0 if empty.
double median_of(std::vector<double> values);

/// By linear interpolation, as in NumPy; 0 if empty. `share` is 0 … 1. Reorders the values. Cost:
/// O(values).
double quantile_of(std::span<Ns> values, double share);

/// The median absolute deviation. For a normal distribution, multiplying by kDeviationScale gives
/// the standard deviation.
double median_deviation_of(std::span<const double> values);
inline constexpr double kDeviationScale = 1.4826;

struct SampleSpread {
  double mean = 0, median = 0;
  double std = 0;  // sample standard deviation (n - 1); 0 for a single value
  double min = 0, max = 0;
};
/// All 0 if empty.
SampleSpread spread_of(std::span<const double> values);

/// Rounds to the nearest nanosecond.
Ns rounded_ns(double ns);

}  // namespace lanescope
