#include "core/ranks/fleet/slower_half.h"

#include <algorithm>
#include <cmath>
#include <cstddef>

#include "core/base/check.h"
#include "core/ranks/fleet/own_work.h"

namespace lanescope {
namespace {

constexpr double kSureDeviations = 8;
constexpr std::size_t kLeastShare = 5;  // the faster group has at least one in so many

double standard_deviation(std::span<const double> values) {
  double mean = 0, squares = 0;
  for (const double value : values) mean += value / static_cast<double>(values.size());
  for (const double value : values) squares += (value - mean) * (value - mean);
  return std::sqrt(squares / static_cast<double>(values.size() - 1));
}

}  // namespace

std::vector<bool> faster_group(std::span<const double> times, double least_ns) {
  if (times.size() < 2 * kLeastMates) return {};
  std::vector<double> sorted(times.begin(), times.end());
  std::ranges::sort(sorted);
  const std::size_t fewest = std::max(kLeastMates, sorted.size() / kLeastShare);
  std::size_t slower = 0;  // the first of them
  double gap = 0;
  for (std::size_t i = fewest; i + kLeastMates <= sorted.size(); ++i) {
    if (sorted[i] - sorted[i - 1] <= gap) continue;
    gap = sorted[i] - sorted[i - 1];
    slower = i;
  }
  if (slower == 0 || gap <= least_ns) return {};
  LANESCOPE_CHECK(slower < sorted.size(), "{} of {}", slower, sorted.size());
  const std::span all(sorted);
  const double within =
      std::max(standard_deviation(all.first(slower)), standard_deviation(all.subspan(slower)));
  if (gap <= kSureDeviations * within) return {};
  std::vector<bool> out;
  for (const double time : times) out.push_back(time < sorted[slower]);
  return out;
}

}  // namespace lanescope
