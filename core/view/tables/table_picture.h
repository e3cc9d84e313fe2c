// What a chart beside a table shows, made together with the table.
#pragma once

#include <cstdint>

#include "core/base/time.h"

namespace lanescope {

/// What a chart's horizontal axis stands for.
enum class ChartAxis : std::uint8_t { CallLength, Time };

/// A rectangle that a user drew in a chart, in the values of its axes. Both ends belong to it.
struct ChartBox {
  ChartAxis axis = ChartAxis::CallLength;
  Ns x0 = 0, x1 = 0;
  Ns y0 = 0, y1 = 0;
  friend bool operator==(const ChartBox&, const ChartBox&) = default;
};

/// The chart knows which one it is.
struct TablePicture {
  virtual ~TablePicture() = default;
};

}  // namespace lanescope
