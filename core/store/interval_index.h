// IntervalIndex: which of n intervals, sorted by start, overlap a window or contain an instant? An
// implicit augmented tree without pointers: the largest end of each run of kFanout intervals, then
// of each run of those, and so on.
#pragma once

#include <cstdint>
#include <functional>
#include <vector>

#include "core/base/time.h"

namespace lanescope {

class IntervalIndex {
 public:
  static constexpr std::uint32_t kFanout = 16;

  /// Returns the interval at a position of the sorted order. Starts must not decrease.
  using At = std::function<TimeRange(std::uint32_t position)>;

  IntervalIndex() = default;
  /// Cost: one pass; stores about 0.53 bytes per interval. `At` is not kept.
  IntervalIndex(std::uint32_t count, const At& at);

  /// Calls `visit` with the positions, in increasing order, of all intervals that overlap
  /// [window.begin, window.end), including intervals of length zero inside it; stops when it
  /// returns false. Cost: O(log n + hits * log n) at worst.
  template <typename AtFn, typename Visit>
  void overlapping(TimeRange window, const AtFn& at, const Visit& visit) const;

  [[nodiscard]] std::uint32_t size() const { return count_; }
  [[nodiscard]] std::size_t memory_bytes() const { return max_end_.size() * sizeof(Ns); }

 private:
  /// Intervals [0, result) start before `t`.
  template <typename AtFn>
  std::uint32_t starts_before(Ns t, const AtFn& at) const;

  /// The first position in [from, limit) that is not in a run whose intervals all end before `t`;
  /// `limit` if there is none.
  [[nodiscard]] std::uint32_t skip_ended(std::uint32_t from, std::uint32_t limit, Ns t) const;

  std::uint32_t count_ = 0;
  std::vector<Ns> max_end_;  // all levels, finest first
  std::vector<std::uint32_t>
      level_begin_;  // where each level starts in max_end_, plus the end of the last one
};

template <typename AtFn>
std::uint32_t IntervalIndex::starts_before(Ns t, const AtFn& at) const {
  std::uint32_t low = 0;
  std::uint32_t high = count_;
  while (low < high) {
    const std::uint32_t middle = low + (high - low) / 2;
    if (at(middle).begin_ns < t) {
      low = middle + 1;
    } else {
      high = middle;
    }
  }
  return low;
}

template <typename AtFn, typename Visit>
void IntervalIndex::overlapping(TimeRange window, const AtFn& at, const Visit& visit) const {
  const std::uint32_t limit = starts_before(window.end_ns, at);
  for (std::uint32_t i = skip_ended(0, limit, window.begin_ns); i < limit;
       i = skip_ended(i + 1, limit, window.begin_ns)) {
    const TimeRange interval = at(i);
    const bool inside = interval.end_ns > window.begin_ns || interval.begin_ns >= window.begin_ns;
    if (inside && !visit(i)) return;
  }
}

}  // namespace lanescope
