// Unions of intervals: what every breakdown of time is made of.
#pragma once

#include <algorithm>
#include <array>
#include <span>
#include <vector>

#include "core/base/time.h"

namespace lanescope {

/// Its length, held at the ends of int64; 0 of an empty one.
constexpr Ns length_of(const TimeRange& interval) {
  return interval.empty() ? 0 : saturating_sub(interval.end_ns, interval.begin_ns);
}

/// Grows a union by intervals whose starts do not fall.
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

/// The merged form of `intervals`, whose starts do not fall: sorted, apart, none empty. Touching
/// ones become one.
std::vector<TimeRange> merged(std::span<const TimeRange> intervals);

/// What two merged lists have in common. Cost: linear.
std::vector<TimeRange> common_parts(std::span<const TimeRange> a, std::span<const TimeRange> b);

/// The parts of time that a merged list leaves out. Cost: linear.
std::vector<TimeRange> left_out(std::span<const TimeRange> list);

/// For three merged lists, how long each combination of them holds: bit i of the index says that
/// list i covers the instant. Entry 0 stays 0. Cost: linear.
std::array<Ns, 8> overlap_lengths(const std::array<std::span<const TimeRange>, 3>& lists);

}  // namespace lanescope
