// What is selected: events or an idle gap, a range of time, or both.
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "core/base/text/ids.h"
#include "core/base/time.h"
#include "core/store/snapshot.h"
#include "core/view/events/event_ref.h"

namespace lanescope {

class Selection {
 public:
  /// Selects only this event.
  void select(EventId event);
  /// Ctrl+click: adds the event as the primary one, or removes it.
  void toggle(EventId event);
  /// Selects the gap and deselects all events.
  void select_gap(const GapRef& gap);
  void select_range(TimeRange range);
  void clear_range();
  /// Esc: clears the range first, then the events or the gap. False if nothing was selected.
  bool dismiss();
  void clear();
  /// Replaces this selection with another.
  void take(const Selection& other);

  /// The event shown in Details: the last one selected; None if there is none.
  [[nodiscard]] EventId primary() const { return events_.empty() ? EventId::None : events_.back(); }
  [[nodiscard]] const std::vector<EventId>& events() const { return events_; }
  /// Set only while no event is selected.
  [[nodiscard]] const std::optional<GapRef>& gap() const { return gap_; }
  [[nodiscard]] const std::optional<TimeRange>& range() const { return range_; }
  [[nodiscard]] bool contains(EventId event) const;
  [[nodiscard]] bool empty() const { return events_.empty() && !gap_ && !range_; }
  /// Incremented whenever an event or a gap is selected, also if it was selected before.
  [[nodiscard]] std::uint64_t picks() const { return picks_; }
  /// Incremented by every change.
  [[nodiscard]] std::uint64_t generation() const { return generation_; }

  /// Event ids change from snapshot to snapshot while a trace loads: finds the same events again by
  /// track, start and name. Events that no longer exist are dropped.
  void move_to(const Snapshot& from, const Snapshot& to);

  /// The smallest range around all selected events, or the gap; nullopt if there is neither.
  [[nodiscard]] std::optional<TimeRange> extent(const Snapshot& snapshot) const;

 private:
  std::vector<EventId> events_;
  std::optional<GapRef> gap_;
  std::optional<TimeRange> range_;
  std::uint64_t generation_ = 0, picks_ = 0;
};

}  // namespace lanescope
