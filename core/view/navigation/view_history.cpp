#include "core/view/navigation/view_history.h"

#include <cmath>

namespace lanescope {
namespace {

/// Views that look the same.
bool alike(const TimeView& a, const TimeView& b) {
  const double moved_ns = static_cast<double>(saturating_sub(a.begin_ns, b.begin_ns));
  return std::abs(a.span_ns - b.span_ns) < a.span_ns * 1e-3 &&
         std::abs(moved_ns) < a.span_ns * 1e-3;
}

}  // namespace

void ViewHistory::note(const TimeView& view, double now_s, EventId event, const LanesPlace& lanes,
                       const std::optional<TimeRange>& range) {
  const bool deselects = (range_ && !range) || (event_ != EventId::None && event == EventId::None);
  if (deselects && moving_) {
    settle();
    push({*moving_, event, lanes, range, true});
  }
  if (!moving_ || !(*moving_ == view)) {
    moving_ = view;
    moved_at_s_ = now_s;
  }
  event_ = event;
  lanes_ = lanes;
  range_ = range;
  if (entries_.empty() || now_s - moved_at_s_ >= kRestSeconds) settle();
}

void ViewHistory::push(const ViewPlace& place) {
  if (!entries_.empty()) entries_.resize(at_ + 1);
  entries_.push_back(place);
  if (entries_.size() > kMaxEntries) entries_.erase(entries_.begin());
  at_ = entries_.size() - 1;
}

void ViewHistory::settle() {
  if (!moving_) return;
  if (jumped_ || (!entries_.empty() && alike(entries_[at_].view, *moving_))) {
    if (jumped_) entries_[at_].view = *moving_;
    entries_[at_].event = event_;
    entries_[at_].lanes = lanes_;
    entries_[at_].range = range_;
    jumped_ = false;
    return;
  }
  push({*moving_, event_, lanes_, range_});
}

void ViewHistory::jump(EventId from, EventId to) {
  if (!moving_ || from == to) return;
  if (!jumped_) {
    event_ = from;
    settle();
    push({*moving_, to, lanes_, range_});
  }
  // The next rest belongs to the jump, wherever the view is then.
  jumped_ = true;
  event_ = to;
  entries_[at_].event = to;
}

ViewPlace ViewHistory::go(std::size_t to) {
  at_ = to;
  const ViewPlace& place = entries_[at_];
  moving_ = place.view;
  event_ = place.event;
  lanes_ = place.lanes;
  range_ = place.range;
  return place;
}

std::optional<ViewPlace> ViewHistory::back() {
  settle();
  if (at_ == 0 || entries_.empty()) return std::nullopt;
  return go(at_ - 1);
}

std::optional<ViewPlace> ViewHistory::forward() {
  settle();
  if (!can_go_forward()) return std::nullopt;
  return go(at_ + 1);
}

bool ViewHistory::can_go_back() const {
  return at_ > 0 || (moving_ && !entries_.empty() && !alike(entries_[at_].view, *moving_));
}

void ViewHistory::clear() {
  *this = ViewHistory();
}

void ViewHistory::forget_events() {
  event_ = EventId::None;
  for (ViewPlace& place : entries_) place.event = EventId::None;
}

UndoHistory::Change UndoHistory::change_of(const UndoState& from, const UndoState& to) {
  if (from.hidden != to.hidden || from.bookmarks != to.bookmarks) return Change::Single;
  if (from.range == to.range) return Change::Typing;
  return from.search == to.search && to.range ? Change::Dragging : Change::Single;
}

void UndoHistory::note(const UndoState& state, double now_s) {
  if (states_.empty()) {
    states_.push_back(state);
    return;
  }
  const UndoState& last = states_[at_];
  if (state == last) return;
  const Change change = change_of(last, state);
  const bool begins = change == Change::Dragging && !last.range;
  const bool goes_on = change != Change::Single && change == newest_ && !begins &&
                       at_ + 1 == states_.size() && now_s - changed_at_s_ < kTypingSeconds;
  newest_ = change;
  changed_at_s_ = now_s;
  if (goes_on) {
    states_[at_] = state;
    return;
  }
  states_.resize(at_ + 1);
  states_.push_back(state);
  if (states_.size() > kMaxSteps + 1) states_.erase(states_.begin());
  at_ = states_.size() - 1;
}

void UndoHistory::adopt(const UndoState& state) {
  states_.assign(1, state);
  at_ = 0;
  newest_ = Change::Single;
}

std::optional<UndoState> UndoHistory::undo() {
  if (!can_undo()) return std::nullopt;
  newest_ = Change::Single;
  return states_[--at_];
}

std::optional<UndoState> UndoHistory::redo() {
  if (!can_redo()) return std::nullopt;
  newest_ = Change::Single;
  return states_[++at_];
}

}  // namespace lanescope
