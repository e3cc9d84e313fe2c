// A vertical axis with round numbers.
#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include "core/history/metrics.h"

namespace lanescope {

struct ValueAxis {
  double low = 0, high = 1;
  std::vector<double> ticks;

  /// 0 at the bottom, 1 at the top.
  [[nodiscard]] double share_of(double value) const { return (value - low) / (high - low); }
};

/// Of about four ticks at 1, 2 or 5 times a power of ten (of two for bytes), from below the least
/// value to above the most.
ValueAxis value_axis(double least, double most, MetricUnit unit);

/// "150 ms": as short as its tick allows.
std::string tick_text(double value, MetricUnit unit);

}  // namespace lanescope
