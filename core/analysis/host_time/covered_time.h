// How much of any range a list of ranges covers.
#pragma once

#include <algorithm>
#include <cstddef>
#include <utility>
#include <vector>

#include "core/analysis/events/interval_union.h"
#include "core/base/time.h"

namespace lanescope {

/// Cost of a question: log(stretches).
class CoveredTime {
 public:
  /// `stretches` are sorted and disjoint.
  explicit CoveredTime(std::vector<TimeRange> stretches)
      : stretches_(std::move(stretches)), before_(1, 0) {
    for (const TimeRange& stretch : stretches_)
      before_.push_back(saturating_add(before_.back(), length_of(stretch)));
  }
  [[nodiscard]] Ns in(const TimeRange& range) const {
    return saturating_sub(until(range.end_ns), until(range.begin_ns));
  }

 private:
  [[nodiscard]] Ns until(Ns time_ns) const {
    const auto next = std::ranges::lower_bound(stretches_, time_ns, {}, &TimeRange::begin_ns) -
                      stretches_.begin();
    if (next == 0) return 0;
    const auto last = static_cast<std::size_t>(next) - 1;
    const Ns past_end_ns = std::max<Ns>(0, saturating_sub(stretches_[last].end_ns, time_ns));
    return saturating_sub(before_[last + 1], past_end_ns);
  }

  std::vector<TimeRange> stretches_;
  std::vector<Ns> before_;  // the length of all before each stretch, and of all
};

}  // namespace lanescope
