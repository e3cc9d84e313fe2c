#include "core/view/events/selection.h"

#include <algorithm>

namespace lanescope {
void Selection::select(EventId event) {
  events_.clear();
  gap_.reset();
  if (event != EventId::None) events_.push_back(event);
  ++picks_;
  ++generation_;
}

void Selection::toggle(EventId event) {
  if (event == EventId::None) return;
  gap_.reset();
  if (std::erase(events_, event) == 0) events_.push_back(event);
  ++picks_;
  ++generation_;
}

void Selection::select_gap(const GapRef& gap) {
  events_.clear();
  gap_ = gap;
  ++picks_;
  ++generation_;
}

void Selection::select_range(TimeRange range) {
  range_ = range;
  ++generation_;
}

void Selection::clear_range() {
  if (!range_) return;
  range_.reset();
  ++generation_;
}

bool Selection::dismiss() {
  if (empty()) return false;
  if (range_) {
    range_.reset();
  } else {
    events_.clear();
    gap_.reset();
  }
  ++generation_;
  return true;
}

void Selection::clear() {
  if (!empty()) take({});
}

void Selection::take(const Selection& other) {
  events_ = other.events_;
  gap_ = other.gap_;
  range_ = other.range_;
  ++picks_;
  ++generation_;
}

bool Selection::contains(EventId event) const {
  return std::find(events_.begin(), events_.end(), event) != events_.end();
}

void Selection::move_to(const Snapshot& from, const Snapshot& to) {
  if (events_.empty()) return;
  std::vector<EventId> moved;
  for (const EventId event : events_) {
    const auto key = event_key(from, event);
    const EventId found = key ? find_event(to, *key) : EventId::None;
    if (found != EventId::None) moved.push_back(found);
  }
  events_ = std::move(moved);
  ++generation_;
}

std::optional<TimeRange> Selection::extent(const Snapshot& snapshot) const {
  std::optional<TimeRange> out;
  if (gap_) out = gap_->range;
  for (const EventId event : events_) {
    const auto range = event_range(snapshot, event);
    if (!range) continue;
    if (!out) out = range;
    out->begin_ns = std::min(out->begin_ns, range->begin_ns);
    out->end_ns = std::max(out->end_ns, range->end_ns);
  }
  return out;
}

}  // namespace lanescope
