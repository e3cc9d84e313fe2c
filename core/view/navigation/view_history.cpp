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

void ViewHistory::note(const TimeView& view, double now_s, EventId event, const LanesPlace& lanes) {
  if (!moving_ || !(*moving_ == view)) {
    moving_ = view;
    moved_at_s_ = now_s;
  }
  event_ = event;
  lanes_ = lanes;
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
    jumped_ = false;
    return;
  }
  push({*moving_, event_, lanes_});
}

void ViewHistory::jump(EventId from, EventId to) {
  if (!moving_ || from == to) return;
  if (!jumped_) {
    event_ = from;
    settle();
    push({*moving_, to, lanes_});
  }
  // The next rest belongs to the jump, wherever the view is then.
  jumped_ = true;
  event_ = to;
  entries_[at_].event = to;
}

std::optional<ViewPlace> ViewHistory::back() {
  settle();
  if (at_ == 0 || entries_.empty()) return std::nullopt;
  const ViewPlace& place = entries_[--at_];
  moving_ = place.view;
  event_ = place.event;
  lanes_ = place.lanes;
  return place;
}

std::optional<ViewPlace> ViewHistory::forward() {
  settle();
  if (!can_go_forward()) return std::nullopt;
  const ViewPlace& place = entries_[++at_];
  moving_ = place.view;
  event_ = place.event;
  lanes_ = place.lanes;
  return place;
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

void UndoHistory::note(const UndoState& state, double now_s) {
  if (states_.empty()) {
    states_.push_back(state);
    return;
  }
  const UndoState& last = states_[at_];
  if (state == last) return;
  const bool letters = state.hidden == last.hidden && state.bookmarks == last.bookmarks;
  const bool goes_on =
      letters && typing_ && at_ + 1 == states_.size() && now_s - typed_at_s_ < kTypingSeconds;
  typing_ = letters;
  typed_at_s_ = now_s;
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
  typing_ = false;
}

std::optional<UndoState> UndoHistory::undo() {
  if (!can_undo()) return std::nullopt;
  typing_ = false;
  return states_[--at_];
}

std::optional<UndoState> UndoHistory::redo() {
  if (!can_redo()) return std::nullopt;
  typing_ = false;
  return states_[++at_];
}

}  // namespace lanescope
