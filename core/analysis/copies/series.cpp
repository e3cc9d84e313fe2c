#include "core/analysis/copies/series.h"

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <vector>

namespace lanescope {
namespace {

/// More than any memory can do; bounds the rates that a trace claims.
constexpr double kMostGbPerS = 1e6;

struct RateChange {
  Ns time_ns = 0;
  std::int64_t bytes_per_s = 0;
};

std::vector<RateChange> changes_of(std::span<const RatedCopy> copies) {
  std::vector<RateChange> changes;
  changes.reserve(2 * copies.size());
  for (const RatedCopy& copy : copies) {
    const auto rate =
        static_cast<std::int64_t>(std::llround(std::min(copy.gb_per_s, kMostGbPerS) * 1e9));
    const Ns end_ns = std::max(copy.range.end_ns, saturating_add(copy.range.begin_ns, 1));
    changes.push_back({copy.range.begin_ns, rate});
    changes.push_back({end_ns, -rate});
  }
  std::ranges::sort(changes, {}, &RateChange::time_ns);
  return changes;
}

}  // namespace

std::vector<CopyRate> copy_rates(std::span<const RatedCopy> copies) {
  const std::vector<RateChange> changes = changes_of(copies);
  std::vector<CopyRate> rates;
  std::int64_t now = 0;
  for (std::size_t i = 0; i < changes.size();) {
    const Ns time_ns = changes[i].time_ns;
    for (; i < changes.size() && changes[i].time_ns == time_ns; ++i) {
      now = saturating_add(now, changes[i].bytes_per_s);
    }
    rates.push_back({time_ns, std::max(0.0, static_cast<double>(now) * 1e-9)});
  }
  return rates;
}

CopyRateSeries copy_rate_series(std::span<const RatedCopy> copies) {
  const std::vector<CopyRate> rates = copy_rates(copies);
  CopyRateSeries series;
  double sum = 0, over_time = 0, busy_ns = 0;
  for (std::size_t i = 0; i + 1 < rates.size(); ++i) {
    const auto& [time_ns, gb_per_s] = rates[i];
    if (gb_per_s <= 0) continue;
    const auto length_ns = static_cast<double>(saturating_sub(rates[i + 1].time_ns, time_ns));
    ++series.changes;
    sum += gb_per_s;
    series.max = std::max(series.max, gb_per_s);
    over_time += gb_per_s * length_ns;
    busy_ns += length_ns;
  }
  if (series.changes != 0) series.mean_of_changes = sum / static_cast<double>(series.changes);
  if (busy_ns > 0) series.mean_over_time = over_time / busy_ns;
  return series;
}

}  // namespace lanescope
