// Self time: what is left of an event without the parts of it that its children cover. Children
// that overlap each other cover their common time once, and all of them no more than there is, so
// self time is never negative.
#pragma once

#include <algorithm>
#include <cstdint>
#include <vector>

#include "core/base/time.h"

namespace lanescope {

/// How much of an event its children cover.
class CoveredPart {
 public:
  CoveredPart() = default;
  /// `slack_ns`: by so much the event's end may have been rounded down; a child that reaches over
  /// it by no more lies inside.
  CoveredPart(TimeRange event, Ns slack_ns)
      : until_ns_(event.begin_ns),
        end_ns_(saturating_add(event.end_ns, slack_ns)),
        left_ns_(event.length_ns()) {}

  /// How much more of the event a child covers. Children come by rising start.
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
  Ns until_ns_ = 0;  // nothing behind it is covered yet
  Ns end_ns_ = 0;
  Ns left_ns_ = 0;  // of the event, not covered
};

/// Of the open events of a NestingStack, by position.
class CoveredParts {
 public:
  explicit CoveredParts(Ns slack_ns) : slack_ns_(slack_ns) {}

  /// An event was pushed at that position; what stood there and above is gone.
  void open(std::uint32_t position, TimeRange event) {
    parts_.resize(position);
    parts_.emplace_back(event, slack_ns_);
  }
  Ns cover(std::uint32_t position, TimeRange child) { return parts_[position].cover(child); }

 private:
  std::vector<CoveredPart> parts_;
  Ns slack_ns_;
};

}  // namespace lanescope
