// What is selected: events or an idle gap, a range of time, or both.
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "core/base/text/ids.h"
#include "core/base/time.h"
#include "core/store/snapshot.h"
#include "core/view/events/gap_ref.h"

namespace lanescope {

class Selection {
 public:
  /// The event alone.
  void select(EventId event);
  /// Ctrl+click: adds it and makes it the primary one, or takes it away.
  void toggle(EventId event);
  /// The gap instead of events.
  void select_gap(const GapRef& gap);
  void select_range(TimeRange range);
  void clear_range();
  /// Esc: takes the range away first, then the events or the gap; false when there was nothing.
  bool dismiss();
  void clear();
  /// All of another selection instead.
  void take(const Selection& other);

  /// The one that Details shows: the last one chosen; None when there is none.
  [[nodiscard]] EventId primary() const { return events_.empty() ? EventId::None : events_.back(); }
  [[nodiscard]] const std::vector<EventId>& events() const { return events_; }
  /// Only while no event is selected.
  [[nodiscard]] const std::optional<GapRef>& gap() const { return gap_; }
  [[nodiscard]] const std::optional<TimeRange>& range() const { return range_; }
  [[nodiscard]] bool contains(EventId event) const;
  [[nodiscard]] bool empty() const { return events_.empty() && !gap_ && !range_; }
  /// Counts changes.
  [[nodiscard]] std::uint64_t generation() const { return generation_; }

  /// Ids differ from snapshot to snapshot while a trace loads: finds the same events again by
  /// track, start and name. Events that are not there any more are dropped.
  void move_to(const Snapshot& from, const Snapshot& to);

  /// The smallest range around all selected events, or the gap; nullopt when there is none.
  [[nodiscard]] std::optional<TimeRange> extent(const Snapshot& snapshot) const;

 private:
  std::vector<EventId> events_;
  std::optional<GapRef> gap_;
  std::optional<TimeRange> range_;
  std::uint64_t generation_ = 0;
};

}  // namespace lanescope
