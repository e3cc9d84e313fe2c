// A NestingStack in which some events are marked: which marked event is open where another one
// starts? For example, the operators among operators and host calls.
#pragma once

#include <cstdint>
#include <vector>

#include "core/base/check.h"
#include "core/store/nesting_stack.h"

namespace lanescope {

class MarkedStack {
 public:
  /// Values of events; kNoParent if there is none.
  struct Around {
    std::uint32_t parent;
    /// The innermost marked event that is open when the event starts, regardless of when it ends.
    /// If the parent is not marked and no marked event is open between the two, the parent's result
    /// is inherited.
    std::uint32_t marked;
  };

  explicit MarkedStack(Ns slack_ns) : stack_(slack_ns) {}

  /// Call in the order of NestingStack. Cost: constant on average, logarithmic if many events
  /// cross.
  Around push(TimeRange event, std::uint32_t value, bool is_marked) {
    const std::uint32_t top = stack_.push(event, value);
    const std::uint32_t parent = stack_[top].parent;
    const std::uint32_t mark = marked_around(top, event.begin_ns);
    LANESCOPE_SLOW_CHECK(top <= entries_.size(), "an entry for each of the {} events below, not {}",
                         top, entries_.size());
    Around around{value_at(parent), value_at(mark)};
    if (mark == kNoParent && parent != kNoParent) around.marked = entries_[parent].answer;
    const std::uint32_t beneath = top == 0 ? kNoParent : entries_[top - 1].nearest;
    entries_.resize(top);
    entries_.push_back({is_marked ? top : beneath, beneath, is_marked, around.marked});
    return around;
  }

 private:
  struct Entry {
    std::uint32_t nearest;  // position of the entry itself if marked, otherwise of one below
    std::uint32_t next;     // for a marked entry: position of a marked one below
    bool is_marked;
    std::uint32_t answer;
  };

  [[nodiscard]] std::uint32_t value_at(std::uint32_t position) const {
    return position == kNoParent ? kNoParent : stack_[position].value;
  }

  /// Position of the innermost marked entry from below `top` down to its parent.
  std::uint32_t marked_around(std::uint32_t top, Ns start_ns) {
    const std::uint32_t parent = stack_[top].parent;
    const bool in_an_instant = parent != kNoParent && stack_[parent].end_ns == start_ns;
    if (in_an_instant && entries_[parent].is_marked) return parent;
    return top == 0 ? kNoParent : innermost(top - 1, parent, start_ns);
  }

  /// The innermost marked entry from `top` down to `lowest` that ends after `start_ns`; `lowest`
  /// may be kNoParent for the bottom. Starts never decrease, so a marked event that has ended stays
  /// ended, and each search shortens the chain of marked entries that it followed.
  std::uint32_t innermost(std::uint32_t top, std::uint32_t lowest, Ns start_ns) {
    const auto reaches = [&](std::uint32_t at) { return lowest == kNoParent || at >= lowest; };
    std::uint32_t at = entries_[top].nearest;
    while (at != kNoParent && reaches(at) && stack_[at].end_ns <= start_ns) at = entries_[at].next;
    for (std::uint32_t ended = entries_[top].nearest; ended != at;) {
      const std::uint32_t next = entries_[ended].next;
      entries_[ended].next = at;
      ended = next;
    }
    entries_[top].nearest = at;
    return at != kNoParent && reaches(at) ? at : kNoParent;
  }

  NestingStack stack_;
  std::vector<Entry> entries_;  // parallel to the stack; entries above its top are stale
};

}  // namespace lanescope
