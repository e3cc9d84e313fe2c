// A line through points that some outliers can not turn.
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

/// Theil-Sen: the slope is the median of the slopes between all pairs of points, the height the
/// median of what is left. Of many points 400 are taken for the slope, evenly over their order.
/// A level line of points that all have one x; 0 of none. Cost: 80,000 pairs at most.
MedianLine median_line(std::span<const LinePoint> points);

}  // namespace lanescope
