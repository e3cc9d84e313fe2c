// How much of a range is covered by a merged list.
#pragma once

#include <algorithm>
#include <utility>
#include <vector>

#include "core/analysis/events/interval_union.h"

namespace lanescope {

class CoveredTime {
 public:
  CoveredTime() = default;
  /// `merged_list`: sorted, disjoint, no empty ranges. Cost: linear.
  explicit CoveredTime(std::vector<TimeRange> merged_list) : list_(std::move(merged_list)) {
    before_.reserve(list_.size());
    Ns sum_ns = 0;
    for (const TimeRange& range : list_) {
      before_.push_back(sum_ns);
      sum_ns = saturating_add(sum_ns, length_of(range));
    }
  }

  /// Cost: log n.
  [[nodiscard]] Ns length_in(TimeRange range) const {
    return range.empty() ? 0 : saturating_sub(until(range.end_ns), until(range.begin_ns));
  }

 private:
  /// The covered time before `time_ns`.
  [[nodiscard]] Ns until(Ns time_ns) const {
    const auto after = std::ranges::upper_bound(list_, time_ns, {}, &TimeRange::begin_ns);
    if (after == list_.begin()) return 0;
    const auto at = static_cast<std::size_t>(after - list_.begin()) - 1;
    const Ns in_last = length_of({list_[at].begin_ns, std::min(time_ns, list_[at].end_ns)});
    return saturating_add(before_[at], in_last);
  }

  std::vector<TimeRange> list_;
  std::vector<Ns> before_;  // covered time before each range
};

}  // namespace lanescope
