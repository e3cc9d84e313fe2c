#include "core/ranks/lag_search.h"

#include <algorithm>
#include <cmath>

#include "core/analysis/events/statistics.h"
#include "core/base/threads/work.h"

namespace lanescope {
namespace {

std::vector<double> differences(std::span<const Ns> first, std::span<const Ns> second,
                                std::int64_t lag) {
  std::vector<double> out;
  const auto first_size = static_cast<std::int64_t>(first.size());
  count_work(Work::Lookups, second.size());
  for (std::size_t k = 0; k < second.size(); ++k) {
    const std::int64_t partner = static_cast<std::int64_t>(k) - lag;
    if (partner < 0 || partner >= first_size) continue;
    out.push_back(
        static_cast<double>(saturating_sub(first[static_cast<std::size_t>(partner)], second[k])));
  }
  return out;
}

/// Visits lags by distance from 0: 0, -1, 1, -2 …
template <typename Visit>
void for_each_lag(const Visit& visit) {
  visit(0);
  for (std::int64_t lag = 1; lag <= kMostLag; ++lag) {
    visit(-lag);
    visit(lag);
  }
}

}  // namespace

std::optional<GroupLag> search_lag(std::span<const Ns> first_ends_ns,
                                   std::span<const Ns> second_ends_ns) {
  const std::size_t smaller = std::min(first_ends_ns.size(), second_ends_ns.size());
  const std::size_t least = std::max(kLeastLagPairs, (smaller + 1) / 2);
  std::optional<GroupLag> best;
  for_each_lag([&](std::int64_t lag) {
    auto found = differences(first_ends_ns, second_ends_ns, lag);
    if (found.size() < least) return;
    const double deviation_ns = median_deviation_of(found);
    if (best && deviation_ns >= best->deviation_ns) return;
    best = GroupLag{lag, deviation_ns, std::move(found)};
  });
  return best;
}

std::optional<GroupLag> nearest_lag(std::span<const Ns> first_ends_ns,
                                    std::span<const Ns> second_ends_ns, double limit_ns) {
  std::optional<GroupLag> best;
  double best_ns = limit_ns;
  for_each_lag([&](std::int64_t lag) {
    auto found = differences(first_ends_ns, second_ends_ns, lag);
    if (found.empty()) return;
    std::vector<double> away;
    for (const double difference : found) away.push_back(std::abs(difference));
    const double median_ns = median_of(away);
    if (best ? median_ns >= best_ns : median_ns > best_ns) return;
    best_ns = median_ns;
    const double deviation_ns = median_deviation_of(found);
    best = GroupLag{lag, deviation_ns, std::move(found)};
  });
  return best;
}

}  // namespace lanescope
