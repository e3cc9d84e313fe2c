// The annotations of one host thread, or of one GPU stream.
#pragma once

#include <algorithm>
#include <cstdint>
#include <vector>

#include "core/base/text/ids.h"
#include "core/base/time.h"
#include "core/store/nesting_stack.h"

namespace lanescope {

class AnnotationTree {
 public:
  struct Annotation {
    TimeRange range;
    StringId name = StringId::Empty;
    std::uint32_t parent = 0;  // kNoParent at the top
    EventId event = EventId::None;
  };

  explicit AnnotationTree(Ns slack_ns) : stack_(slack_ns) {}

  /// Must be called in the order that NestingStack requires.
  void add(TimeRange range, StringId name, EventId event) {
    const std::uint32_t above = stack_[stack_.push(range, size())].parent;
    annotations_.push_back(
        {range, name, above == kNoParent ? kNoParent : stack_[above].value, event});
  }

  [[nodiscard]] bool empty() const { return annotations_.empty(); }
  [[nodiscard]] std::uint32_t size() const {
    return static_cast<std::uint32_t>(annotations_.size());
  }
  [[nodiscard]] const Annotation& operator[](std::uint32_t i) const { return annotations_[i]; }

  /// The innermost annotation that covers `time_ns`, its end included; kNoParent if there is none.
  /// `hint` is 0 at first and remembers where a search ended. Cost: constant if the time is near
  /// that of the search before, else log n; and a step for each one that has ended in between.
  [[nodiscard]] std::uint32_t innermost_at(Ns time_ns, std::uint32_t& hint) const {
    hint = begun_by(time_ns, hint);
    if (hint == 0) return kNoParent;
    std::uint32_t at = hint - 1;
    for (int step = 0; at != kNoParent && annotations_[at].range.end_ns < time_ns; ++step) {
      at = step < kMostSteps ? annotations_[at].parent : kNoParent;
    }
    return at;
  }
  /// The same for a single time.
  [[nodiscard]] std::uint32_t innermost_at(Ns time_ns) const {
    std::uint32_t hint = 0;
    return innermost_at(time_ns, hint);
  }

 private:
  /// How many annotations begin at or before `time_ns`; `hint`: how many did so in the search
  /// before.
  [[nodiscard]] std::uint32_t begun_by(Ns time_ns, std::uint32_t hint) const {
    const auto begun = [&](std::uint32_t i) { return annotations_[i].range.begin_ns <= time_ns; };
    if (hint == 0 || begun(hint - 1)) {
      for (int step = 0; step < kNearSteps; ++step, ++hint) {
        if (hint == size() || !begun(hint)) return hint;
      }
    }
    const auto after = std::ranges::upper_bound(
        annotations_, time_ns, {}, [](const Annotation& a) { return a.range.begin_ns; });
    return static_cast<std::uint32_t>(after - annotations_.begin());
  }

  static constexpr int kNearSteps = 4;
  /// Real code nests only a few; this bounds the cost for malicious traces.
  static constexpr int kMostSteps = 1000;

  NestingStack stack_;
  std::vector<Annotation> annotations_;
};

}  // namespace lanescope
