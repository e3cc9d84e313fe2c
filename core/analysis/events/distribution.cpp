#include "core/analysis/events/distribution.h"

#include <algorithm>
#include <cmath>

#include "core/base/radix_sort.h"

namespace lanescope {
namespace {

/// The edge after `edge_ns` in 0, 1, 2, 5, 10, 20 …
Ns next_edge(Ns edge_ns) {
  if (edge_ns == 0) return 1;
  Ns decade = 1;
  while (edge_ns / decade >= 10) decade *= 10;
  const Ns digit = edge_ns / decade;
  if (digit == 2) return saturating_add(2 * edge_ns, decade);
  return edge_ns > kMaxNs / 2 ? kMaxNs : edge_ns * 2;
}

std::vector<DurationBin> bins_of(const std::vector<Ns>& sorted) {
  std::vector<DurationBin> bins;
  auto at = std::ranges::lower_bound(sorted, Ns{0});
  if (at != sorted.begin()) {
    bins.push_back({std::nullopt, 0, static_cast<std::uint64_t>(at - sorted.begin())});
  }
  for (Ns from_ns = 0; at != sorted.end();) {
    const Ns to_ns = next_edge(from_ns);
    const auto end = to_ns == kMaxNs ? sorted.end() : std::lower_bound(at, sorted.end(), to_ns);
    if (end != at || !bins.empty()) {
      bins.push_back({from_ns, to_ns, static_cast<std::uint64_t>(end - at)});
    }
    at = end;
    from_ns = to_ns;
  }
  return bins;
}

}  // namespace

double quantile_of_sorted(std::span<const Ns> sorted, double share) {
  if (sorted.empty()) return 0;
  const double place = share * static_cast<double>(sorted.size() - 1);
  const auto below = static_cast<std::size_t>(place);
  const auto low = static_cast<double>(sorted[below]);
  if (below + 1 >= sorted.size()) return low;
  return low + (static_cast<double>(sorted[below + 1]) - low) * (place - std::floor(place));
}

double median_of_times(std::vector<Ns> values) {
  if (values.empty()) return 0;
  const auto below = values.begin() + static_cast<std::ptrdiff_t>((values.size() - 1) / 2);
  std::nth_element(values.begin(), below, values.end());
  const auto low = static_cast<double>(*below);
  if (values.size() % 2 == 1) return low;
  const auto high = static_cast<double>(*std::min_element(below + 1, values.end()));
  return low + (high - low) * 0.5;
}

Distribution distribution_of(std::vector<Ns> values) {
  Distribution out;
  if (values.empty()) return out;
  radix_sort(values);
  out.count = values.size();
  out.min_ns = values.front();
  out.max_ns = values.back();
  for (const Ns value : values) out.sum_ns = saturating_add(out.sum_ns, value);
  out.mean_ns = static_cast<double>(out.sum_ns) / static_cast<double>(out.count);
  out.median_ns = quantile_of_sorted(values, 0.5);
  out.p95_ns = quantile_of_sorted(values, 0.95);
  out.bins = bins_of(values);
  return out;
}

}  // namespace lanescope
