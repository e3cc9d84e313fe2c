#include "core/history/energy_split.h"

#include <cmath>

#include "core/base/check.h"

namespace lanescope {

void EnergyDistances::sum_up(std::span<const double> values) {
  width_ = values.size() + 1;
  sums_.assign(width_ * width_, 0);
  for (std::size_t i = 0; i < values.size(); ++i) {
    double row = 0;
    const double* above = &sums_[i * width_ + 1];
    double* out = &sums_[(i + 1) * width_ + 1];
    for (std::size_t j = 0; j < values.size(); ++j) {
      row += std::abs(values[i] - values[j]);
      out[j] = above[j] + row;
    }
  }
}

EnergySplit EnergyDistances::best_split(std::span<const double> values, std::size_t least,
                                        bool whole) {
  LANESCOPE_CHECK(least >= 2, "pieces with a distance inside them, not of {}", least);
  EnergySplit best;
  if (values.size() < 2 * least) return best;
  sum_up(values);
  for (std::size_t at = least; at + least <= values.size(); ++at) {
    const auto n = static_cast<double>(at);
    const double left = sum(at, at);  // each pair twice
    for (std::size_t end = whole ? values.size() : at + least; end <= values.size(); ++end) {
      const auto m = static_cast<double>(end - at);
      const double across = sum(at, end) - left;
      const double right = sum(end, end) - left - 2 * across;
      const double distance = 2 * across / (n * m) - left / (n * (n - 1)) - right / (m * (m - 1));
      const double statistic = n * m / (n + m) * distance;
      if (statistic > best.statistic) best = {at, end, statistic};
    }
  }
  return best;
}

}  // namespace lanescope
