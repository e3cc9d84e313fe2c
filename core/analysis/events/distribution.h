// How many numbers of nanoseconds are spread, and where.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "core/base/time.h"

namespace lanescope {

/// One bar of a histogram: from `from_ns` up to `to_ns`.
struct DurationBin {
  std::optional<Ns> from_ns;  // nullopt: everything below 0
  Ns to_ns = 0;
  std::uint64_t count = 0;
};

struct Distribution {
  std::uint64_t count = 0;
  Ns sum_ns = 0, min_ns = 0, max_ns = 0;
  double mean_ns = 0, median_ns = 0, p95_ns = 0;
  /// Log-spaced: 0–1 ns, then 1, 2, 5, 10 … without gaps from the first bar that has a number to
  /// the last.
  std::vector<DurationBin> bins;
};

/// By linear interpolation between neighbours; `share` from 0 to 1. 0 of none.
double quantile_of(std::span<const Ns> sorted, double share);

/// All 0 and no bars of none. Cost: sorting.
Distribution distribution_of(std::vector<Ns> values);

}  // namespace lanescope
