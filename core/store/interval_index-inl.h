// Bodies of IntervalIndex's templates; included by interval_index.h.
#pragma once

#include "core/store/interval_index.h"

namespace lanescope {

template <typename AtFn>
std::uint32_t IntervalIndex::starts_before(Ns t, const AtFn& at) const {
  std::uint32_t low = 0;
  std::uint32_t high = count_;
  while (low < high) {
    const std::uint32_t middle = low + (high - low) / 2;
    if (at(middle).begin_ns < t) {
      low = middle + 1;
    } else {
      high = middle;
    }
  }
  return low;
}

template <typename AtFn, typename Visit>
void IntervalIndex::overlapping(TimeRange window, const AtFn& at, const Visit& visit) const {
  const std::uint32_t limit = starts_before(window.end_ns, at);
  for (std::uint32_t i = skip_ended(0, limit, window.begin_ns); i < limit;
       i = skip_ended(i + 1, limit, window.begin_ns)) {
    const TimeRange interval = at(i);
    const bool inside = interval.end_ns > window.begin_ns || interval.begin_ns >= window.begin_ns;
    if (inside && !visit(i)) return;
  }
}

}  // namespace lanescope
