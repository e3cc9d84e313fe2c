#include "core/store/interval_index.h"

#include <algorithm>

#include "core/base/check.h"

namespace lanescope {

IntervalIndex::IntervalIndex(std::uint32_t count, const At& at) : count_(count) {
  if (count == 0) return;
  std::uint32_t runs = (count - 1) / kFanout + 1;
  level_begin_ = {0, runs};
  for (; runs > 1; level_begin_.push_back(level_begin_.back() + runs))
    runs = (runs - 1) / kFanout + 1;
  LANESCOPE_CHECK(level_begin_.back() - level_begin_[level_begin_.size() - 2] == 1,
                  "one run at the top, {} levels for {} intervals", level_begin_.size() - 1, count);
  max_end_.assign(level_begin_.back(), kMinNs);
  for (std::uint32_t i = 0; i < count; ++i) {
    LANESCOPE_SLOW_CHECK(i == 0 || at(i - 1).begin_ns <= at(i).begin_ns,
                         "starts that never fall: {} before {}", at(i - 1).begin_ns,
                         at(i).begin_ns);
    Ns& end_ns = max_end_[i / kFanout];
    end_ns = std::max(end_ns, at(i).end_ns);
  }
  for (std::size_t level = 1; level + 1 < level_begin_.size(); ++level) {
    const std::uint32_t below = level_begin_[level - 1];
    for (std::uint32_t i = 0; below + i < level_begin_[level]; ++i) {
      Ns& end_ns = max_end_[level_begin_[level] + i / kFanout];
      end_ns = std::max(end_ns, max_end_[below + i]);
    }
  }
}

std::uint32_t IntervalIndex::skip_ended(std::uint32_t from, std::uint32_t limit, Ns t) const {
  LANESCOPE_SLOW_CHECK(from <= limit && limit <= count_, "positions {} to {} of {}", from, limit,
                       count_);
  // At the start of a run, skips the largest run that has ended; inside a run the maxima do not
  // help.
  std::uint64_t at = from;
  while (at < limit && at % kFanout == 0) {
    std::uint64_t leap = 0;
    std::uint64_t run = kFanout;
    for (std::size_t level = 0; level + 1 < level_begin_.size() && at % run == 0;
         ++level, run *= kFanout) {
      if (max_end_[level_begin_[level] + at / run] >= t) break;
      leap = run;
    }
    if (leap == 0) break;
    at += leap;
  }
  return static_cast<std::uint32_t>(std::min<std::uint64_t>(at, limit));
}

}  // namespace lanescope
