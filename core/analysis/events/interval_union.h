// Unions of intervals, the basis of every breakdown of time.
#pragma once

#include <algorithm>
#include <array>
#include <span>
#include <vector>

#include "core/base/time.h"

namespace lanescope {

/// The length, saturating; 0 if empty.
constexpr Ns length_of(const TimeRange& interval) {
  return interval.empty() ? 0 : saturating_sub(interval.end_ns, interval.begin_ns);
}

/// The length of a union, computed incrementally. Intervals must be added in order of their starts.
class RisingUnion {
 public:
  void add(TimeRange interval) {
    if (interval.begin_ns >= end_ns_) {
      length_ns_ = saturating_add(length_ns_, length_of(interval));
      end_ns_ = std::max(interval.begin_ns, interval.end_ns);
    } else if (interval.end_ns > end_ns_) {
      length_ns_ = saturating_add(length_ns_, interval.end_ns - end_ns_);
      end_ns_ = interval.end_ns;
    }
  }
  [[nodiscard]] Ns length_ns() const { return length_ns_; }

 private:
  Ns length_ns_ = 0;
  Ns end_ns_ = kMinNs;
};

/// Adds an interval to a merged list, none of whose intervals starts later.
inline void add_later(std::vector<TimeRange>& list, const TimeRange& interval) {
  if (interval.empty()) return;
  if (list.empty() || interval.begin_ns > list.back().end_ns) {
    list.push_back(interval);
  } else {
    list.back().end_ns = std::max(list.back().end_ns, interval.end_ns);
  }
}

/// Merges `intervals`, which must be sorted by start. The result is sorted and disjoint, without
/// empty ranges; adjacent intervals are joined.
std::vector<TimeRange> merged(std::span<const TimeRange> intervals);

/// The intersection of two merged lists. Cost: linear.
std::vector<TimeRange> common_parts(std::span<const TimeRange> a, std::span<const TimeRange> b);

/// The complement of a merged list. Cost: linear.
std::vector<TimeRange> left_out(std::span<const TimeRange> list);

/// For three merged lists, how long each combination of them is active: bit i of the index stands
/// for list i. Entry 0 is always 0. Cost: linear.
std::array<Ns, 8> overlap_lengths(const std::array<std::span<const TimeRange>, 3>& lists);

}  // namespace lanescope
