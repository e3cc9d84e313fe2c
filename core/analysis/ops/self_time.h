// Self time: the time of an event that its children do not cover. Time covered by several children
// is subtracted once, so self time is never negative.
#pragma once

#include <algorithm>
#include <cstdint>
#include <vector>

#include "core/base/time.h"

namespace lanescope {

/// The part of an event that its children cover.
class CoveredPart {
 public:
  CoveredPart() = default;
  /// `slack_ns`: how much the event's end may have been rounded down; a child that extends beyond
  /// it by no more is inside.
  CoveredPart(TimeRange event, Ns slack_ns)
      : until_ns_(event.begin_ns),
        end_ns_(saturating_add(event.end_ns, slack_ns)),
        left_ns_(event.length_ns()) {}

  /// Returns how much more of the event a child covers. Children must be added in order of their
  /// starts.
  Ns cover(TimeRange child) {
    const Ns from_ns = std::max(child.begin_ns, until_ns_);
    const Ns until_ns = std::min(child.end_ns, end_ns_);
    if (until_ns <= from_ns) return 0;
    until_ns_ = until_ns;
    const Ns more_ns = std::min(until_ns - from_ns, left_ns_);
    left_ns_ -= more_ns;
    return more_ns;
  }

 private:
  Ns until_ns_ = 0;  // nothing after this is covered yet
  Ns end_ns_ = 0;
  Ns left_ns_ = 0;  // not covered yet
};

/// The covered parts of the open events of a NestingStack, by position.
class CoveredParts {
 public:
  explicit CoveredParts(Ns slack_ns) : slack_ns_(slack_ns) {}

  /// To be called when an event is pushed at `position`; replaces what was there.
  void open(std::uint32_t position, TimeRange event) {
    if (parts_.size() <= position) parts_.resize(std::size_t{position} + 1);
    parts_[position] = CoveredPart(event, slack_ns_);
  }
  Ns cover(std::uint32_t position, TimeRange child) { return parts_[position].cover(child); }

 private:
  std::vector<CoveredPart> parts_;  // those above the top of the stack are stale
  Ns slack_ns_;
};

}  // namespace lanescope
