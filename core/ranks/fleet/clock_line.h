// A line through the differences of two clocks, with a bound for its error.
#pragma once

#include <cstddef>
#include <span>
#include <vector>

#include "core/ranks/median_line.h"

namespace lanescope {

/// y = at_mean + slope * (x - mean), the difference of two clocks over the time on one of them.
///
/// Fitted by reweighted least squares (Rousseeuw and Leroy, Robust Regression and Outlier
/// Detection, 1987): a resistant line through the medians of the outer thirds (Tukey, Exploratory
/// Data Analysis, 1977) finds the outliers, those further away than 6 standard deviations as told
/// by the median absolute deviation; the rest gets a line of least squares.
///
/// The error at x is at most z * s * sqrt(1/n + (x - mean)^2 / sum((x_i - mean)^2)), the
/// confidence band of a regression line (Draper and Smith, Applied Regression Analysis, section
/// 3.1), with z = 6 so that it holds for each of many thousands of lines, and `s` the standard
/// deviation of the points from it. Points should deviate independently of each other.
struct ClockLine {
  double mean_x = 0, at_mean = 0;
  double slope = 0;
  std::size_t points = 0;  // without outliers
  double spread_x = 0;     // sum((x_i - mean)^2)
  double squares = 0;      // of the deviations of these points
  double deviation = 0;    // median absolute deviation of all points
  bool has_slope = false;  // enough points to measure it; otherwise it is 0

  [[nodiscard]] double at(double x) const { return at_mean + slope * (x - mean_x); }
  /// The standard deviation that this line tells; 0 for fewer than 3 points.
  [[nodiscard]] double standard_deviation() const;
  /// See above; `deviation` is a standard deviation. Without a slope, clocks are taken to drift by
  /// up to 50 ppm, what quartz crystals are sold with.
  [[nodiscard]] double error_at(double x, double standard_deviation) const;
  /// By how much the slope may be wrong; without one, those 50 ppm.
  [[nodiscard]] double slope_error(double standard_deviation) const;
};

inline constexpr double kClockErrorFactor = 6;

/// Cost: sorts a third of the points a few times. Without points, 0.
ClockLine clock_line(std::span<const LinePoint> points);

}  // namespace lanescope
