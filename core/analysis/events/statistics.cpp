#include "core/analysis/events/statistics.h"

#include <algorithm>
#include <cmath>

namespace lanescope {

double median_of(std::vector<double> values) {
  if (values.empty()) return 0;
  const auto middle = values.begin() + static_cast<std::ptrdiff_t>(values.size() / 2);
  std::nth_element(values.begin(), middle, values.end());
  if (values.size() % 2 == 1) return *middle;
  return (*std::max_element(values.begin(), middle) + *middle) / 2;
}

double quantile_of(std::span<Ns> values, double share) {
  if (values.empty()) return 0;
  const double place = share * static_cast<double>(values.size() - 1);
  const auto low = values.begin() + static_cast<std::ptrdiff_t>(place);
  std::nth_element(values.begin(), low, values.end());
  const auto high = std::min_element(std::next(low), values.end());
  const auto value = static_cast<double>(*low);
  if (high == values.end()) return value;
  return value + (static_cast<double>(*high) - value) * (place - std::floor(place));
}

double median_deviation_of(std::span<const double> values) {
  const double middle = median_of({values.begin(), values.end()});
  std::vector<double> distances;
  for (const double value : values) distances.push_back(std::abs(value - middle));
  return median_of(std::move(distances));
}

SampleSpread spread_of(std::span<const double> values) {
  SampleSpread spread;
  if (values.empty()) return spread;
  const auto count = static_cast<double>(values.size());
  for (const double value : values) spread.mean += value;
  spread.mean /= count;
  double squares = 0;
  for (const double value : values) squares += (value - spread.mean) * (value - spread.mean);
  if (values.size() > 1) spread.std = std::sqrt(squares / (count - 1));
  spread.median = median_of({values.begin(), values.end()});
  const auto [least, most] = std::minmax_element(values.begin(), values.end());
  spread.min = *least;
  spread.max = *most;
  return spread;
}

Ns rounded_ns(double ns) {
  constexpr double kLimit = 9.2e18;
  return static_cast<Ns>(std::llround(std::clamp(ns, -kLimit, kLimit)));
}

}  // namespace lanescope
