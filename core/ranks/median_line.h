// Fits a line through points, robust against outliers.
#pragma once

#include <span>

namespace lanescope {

struct LinePoint {
  double x = 0, y = 0;
};

struct MedianLine {
  double slope = 0;
  double at_zero = 0;
};

/// Theil-Sen estimator: the slope is the median of the slopes between all pairs of points, the
/// intercept the median of the remainders. If there are more than 400 points, 400 of them, picked
/// at regular intervals, determine the slope. The line is horizontal if all points have the same x,
/// and 0 without points. Cost: at most 80,000 pairs.
MedianLine median_line(std::span<const LinePoint> points);

}  // namespace lanescope
