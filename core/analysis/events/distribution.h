// The distribution of durations: statistics and a histogram.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "core/base/time.h"

namespace lanescope {

/// One bar of a histogram: from `from_ns` up to `to_ns`.
struct DurationBin {
  std::optional<Ns> from_ns;  // nullopt: negative values
  Ns to_ns = 0;
  std::uint64_t count = 0;
};

struct Distribution {
  std::uint64_t count = 0;
  Ns sum_ns = 0, min_ns = 0, max_ns = 0;
  double mean_ns = 0, median_ns = 0, p95_ns = 0;
  /// Log-spaced: 0–1 ns, then 1, 2, 5, 10 …, without gaps from the first to the last bar that has
  /// values.
  std::vector<DurationBin> bins;
};

/// By linear interpolation; `share` from 0 to 1. 0 if empty.
double quantile_of_sorted(std::span<const Ns> sorted, double share);
/// The same for a share of one half, of values in any order. Cost: linear.
double median_of_times(std::vector<Ns> values);

/// If empty, all 0 and no bars. Cost: sorting.
Distribution distribution_of(std::vector<Ns> values);

}  // namespace lanescope
