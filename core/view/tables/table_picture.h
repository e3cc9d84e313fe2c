// The content of a chart next to a table, built together with the table.
#pragma once

#include <cstdint>

#include "core/base/time.h"

namespace lanescope {

/// What a chart's horizontal axis shows.
enum class ChartAxis : std::uint8_t { CallLength, Time };

/// A rectangle that the user drew in a chart, in axis values. Both ends are included.
struct ChartBox {
  ChartAxis axis = ChartAxis::CallLength;
  Ns x0 = 0, x1 = 0;
  Ns y0 = 0, y1 = 0;
  friend bool operator==(const ChartBox&, const ChartBox&) = default;
};

/// Base class; each chart knows its own picture type.
struct TablePicture {
  virtual ~TablePicture() = default;
};

}  // namespace lanescope
