// A stretch in which nothing runs on a device. No event of the trace says so; it is found by
// looking for what is not there, and named by its place.
#pragma once

#include <cstdint>

#include "core/base/time.h"

namespace lanescope {

struct GapRef {
  std::int64_t device = -1;
  TimeRange range;
  friend bool operator==(const GapRef&, const GapRef&) = default;
};

}  // namespace lanescope
