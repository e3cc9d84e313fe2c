#include "core/compare/time_map.h"

#include <algorithm>
#include <cmath>

namespace lanescope {
namespace {

/// Interpolates between two anchors; `from` and `to` select which run's times are which.
template <typename Anchor>
Ns between(const Anchor& left, const Anchor& right, Ns Anchor::*from, Ns Anchor::*to, Ns time_ns) {
  // A double's 53 bits hold about 100 days of nanoseconds.
  const double share =
      static_cast<double>(time_ns - left.*from) / static_cast<double>(right.*from - left.*from);
  return left.*to +
         static_cast<Ns>(std::llround(share * static_cast<double>(right.*to - left.*to)));
}

template <typename Anchor>
Ns mapped(const std::vector<Anchor>& anchors, Ns Anchor::*from, Ns Anchor::*to, Ns time_ns) {
  if (anchors.empty()) return time_ns;
  const auto after = std::ranges::upper_bound(anchors, time_ns, {}, from);
  const auto offset = [&](const Anchor& at) {
    return saturating_add(time_ns, saturating_sub(at.*to, at.*from));
  };
  if (after == anchors.begin()) return offset(*after);
  if (after == anchors.end()) return offset(*(after - 1));
  return between(*(after - 1), *after, from, to, time_ns);
}

}  // namespace

TimeMap::TimeMap(const AlignedRuns& runs) {
  const std::size_t pairs = std::min(runs.a.samples.size(), runs.b.samples.size());
  for (std::size_t i = 0; i < pairs; ++i) {
    const TimeRange &a = runs.a.samples[i].range, &b = runs.b.samples[i].range;
    add(a.begin_ns, b.begin_ns);
    // Entire recordings have only their start in common.
    if (runs.a.by != AlignBy::Start) add(a.end_ns, b.end_ns);
  }
}

void TimeMap::add(Ns a_ns, Ns b_ns) {
  const bool rises =
      anchors_.empty() || (a_ns > anchors_.back().a_ns && b_ns > anchors_.back().b_ns);
  if (rises) anchors_.push_back({a_ns, b_ns});
}

Ns TimeMap::to_b(Ns a_ns) const {
  return mapped(anchors_, &Anchor::a_ns, &Anchor::b_ns, a_ns);
}

Ns TimeMap::to_a(Ns b_ns) const {
  return mapped(anchors_, &Anchor::b_ns, &Anchor::a_ns, b_ns);
}

}  // namespace lanescope
