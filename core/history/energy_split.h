// The statistic of E-divisive: how different two neighboring pieces of a series are.
#pragma once

#include <cstddef>
#include <span>
#include <vector>

namespace lanescope {

/// Where a series is best divided: [0, at) against [at, end). What follows `end` is left aside, as
/// there may be another change.
struct EnergySplit {
  std::size_t at = 0, end = 0;
  double statistic = 0;  // n * m / (n + m) times the energy distance, at least 0
};

/// Finds splits of one series after another, with the memory of the first.
class EnergyDistances {
 public:
  /// Both pieces have at least `least` values; the statistic is 0 if that is impossible. With
  /// `whole`, the second piece lasts to the end. Cost: values².
  EnergySplit best_split(std::span<const double> values, std::size_t least, bool whole = false);

 private:
  void sum_up(std::span<const double> values);
  [[nodiscard]] double sum(std::size_t row, std::size_t column) const {
    return sums_[row * width_ + column];
  }

  std::vector<double> sums_;  // sum(i, j): distances of the first i values to the first j
  std::size_t width_ = 0;
};

}  // namespace lanescope
