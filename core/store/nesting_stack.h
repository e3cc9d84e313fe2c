// The events of a thread that are open at one time, innermost on top: computes nesting one event at
// a time.
#pragma once

#include <cstdint>
#include <vector>

#include "core/base/check.h"
#include "core/base/time.h"

namespace lanescope {

inline constexpr std::uint32_t kNoParent = 0xFFFFFFFFU;

/// Events are pushed sorted by (start, decreasing end), ties in their order. The parent of an event
/// is the deepest one still open at its start that ends no more than the slack before it: an event
/// that outlives the one it starts in becomes a child of the nearest one around both. A zero-length
/// event contains only zero-length ones at the same instant.
///
/// An event that has ended can remain below one that crosses it, so the parent is not always near
/// the top. Each entry links to the nearest one below that ends later, and a search follows only
/// those links; what it skips is covered by the new event and popped together with it. The cost per
/// event is therefore constant on average for any input.
class NestingStack {
 public:
  struct Entry {
    Ns begin_ns = 0;
    Ns end_ns = 0;
    std::uint32_t value = 0;       // the caller's value
    std::uint32_t parent = 0;      // position of the parent, kNoParent at the top level
    std::uint32_t outlasting = 0;  // position of the nearest entry below that ends later
  };

  explicit NestingStack(Ns slack_ns) : slack_ns_(slack_ns) {}

  /// Closes events that have ended, then opens this one. Returns its position, which is now the
  /// top.
  std::uint32_t push(TimeRange event, std::uint32_t value) {
    LANESCOPE_SLOW_CHECK(entries_.empty() || entries_.back().begin_ns <= event.begin_ns,
                         "events by start: {} comes after {}", event.begin_ns,
                         entries_.back().begin_ns);
    close_ended(event.begin_ns);
    const std::uint32_t parent = container_of(event);
    // All entries above the parent end before the event; with slack, the parent itself may, too.
    std::uint32_t outlasting = parent;
    while (outlasting != kNoParent && entries_[outlasting].end_ns <= event.end_ns) {
      outlasting = entries_[outlasting].outlasting;
    }
    entries_.push_back({event.begin_ns, event.end_ns, value, parent, outlasting});
    return top();
  }

  /// Pops the entries on top that end before `time_ns`; later events must not start before it.
  void close_before(Ns time_ns) {
    while (!entries_.empty() && entries_.back().end_ns < time_ns) entries_.pop_back();
  }

  [[nodiscard]] std::uint32_t top() const {
    return static_cast<std::uint32_t>(entries_.size()) - 1U;  // kNoParent if empty
  }
  [[nodiscard]] const Entry& operator[](std::uint32_t position) const { return entries_[position]; }

 private:
  /// An instant stays open for further ones at the same time.
  void close_ended(Ns start_ns) {
    while (!entries_.empty() && entries_.back().end_ns <= start_ns &&
           entries_.back().begin_ns != start_ns) {
      entries_.pop_back();
    }
  }

  [[nodiscard]] std::uint32_t container_of(TimeRange event) const {
    const Ns start_ns = event.begin_ns;
    const Ns least_end_ns = saturating_sub(event.end_ns, slack_ns_);
    std::uint32_t at = top();
    if (at != kNoParent && event.end_ns == start_ns && entries_[at].end_ns == start_ns) return at;
    while (at != kNoParent &&
           (entries_[at].end_ns <= start_ns || entries_[at].end_ns < least_end_ns)) {
      at = entries_[at].outlasting;
    }
    return at;
  }

  std::vector<Entry> entries_;
  Ns slack_ns_;
};

}  // namespace lanescope
