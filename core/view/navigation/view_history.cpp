#include "core/view/navigation/view_history.h"

#include <algorithm>
#include <limits>
#include <utility>

namespace lanescope {
namespace {

// How much of the longer of two views the other one has to show not to be a place of its own. While
// something is selected, to look around it is none.
constexpr double kLeastCommon = 0.9, kLeastCommonAround = 0.125;

/// The share of the longer view that both show.
double common_share(const TimeView& a, const TimeView& b) {
  const double ahead_ns = static_cast<double>(saturating_sub(b.begin_ns, a.begin_ns));
  const double begin_ns = std::max(0.0, ahead_ns);
  const double end_ns = std::min(a.span_ns, ahead_ns + b.span_ns);
  return std::max(0.0, end_ns - begin_ns) / std::max(a.span_ns, b.span_ns);
}

bool selects_any(const ViewPlace& place) {
  return place.event != EventId::None || place.gap || place.range;
}

bool same_selection(const ViewPlace& a, const ViewPlace& b) {
  return a.event == b.event && a.gap == b.gap && a.range == b.range;
}

bool shows(const TimeView& view, TimeRange range) {
  const double begin = static_cast<double>(saturating_sub(range.begin_ns, view.begin_ns));
  const double end = static_cast<double>(saturating_sub(range.end_ns, view.begin_ns));
  return begin < view.span_ns && end >= 0;
}

/// Whether the selected event or gap was in view, and is not any more.
bool loses_selected(const TimeView& before, const ViewPlace& now) {
  const std::optional<TimeRange> selected =
      now.gap ? std::optional(now.gap->range) : now.event_range;
  return selected && shows(before, *selected) && !shows(now.view, *selected);
}

/// Whether a range is begun, or one of its ends moves on. While the ends have not passed each
/// other, the other one stays within a nanosecond.
bool drags(const std::optional<TimeRange>& from, const std::optional<TimeRange>& to) {
  if (!from || !to) return to.has_value();
  const auto stays = [](Ns was_ns, Ns is_ns) {
    const Ns moved_ns = saturating_sub(is_ns, was_ns);
    return moved_ns >= -1 && moved_ns <= 1;
  };
  return stays(from->begin_ns, to->begin_ns) || stays(from->end_ns, to->end_ns);
}

}  // namespace

bool ViewHistory::is_new_view() const {
  // Also if the hand moves on before the view has rested: back leads to where it was seen.
  if (loses_selected(entries_[at_].view, live_)) return true;
  if (arriving_) return false;
  const double least = selects_any(live_) && !leaps_ ? kLeastCommonAround : kLeastCommon;
  return common_share(entries_[at_].view, live_.view) < least;
}

ViewHistory::Change ViewHistory::change_to(const ViewPlace& now) const {
  if (now.event == live_.event && now.gap == live_.gap && drags(live_.range, now.range))
    return Change::Drag;
  return jumps_ ? Change::Jump : Change::Single;
}

void ViewHistory::note(const ViewPlace& now, double now_s) {
  noted_at_s_ = now_s;
  if (entries_.empty()) push(now);
  const Change change = change_to(now);
  jumps_ = false;
  if (!(now.view == live_.view)) moved_at_s_ = now_s;
  if (std::exchange(led_, false)) return replace(now);
  if (same_selection(now, live_)) {
    live_ = now;
    if (now_s - moved_at_s_ < kRestSeconds) return;
    keep_view();
    arriving_ = false;
    return;
  }
  const double within_s = change == Change::Drag ? kDragSeconds : kRapidSeconds;
  const bool begins = change == Change::Drag && !live_.range;
  const bool goes_on = change != Change::Single && change == newest_ && !begins &&
                       !can_go_forward() && now_s - selected_at_s_ < within_s;
  newest_ = change;
  selected_at_s_ = moved_at_s_ = now_s;
  if (goes_on) {
    replace(now);
  } else {
    // A view on the way to the selection is not kept.
    if (!is_new_view()) replace(live_);
    push(now);
  }
  arriving_ = true;
}

void ViewHistory::push(const ViewPlace& place) {
  live_ = place;
  live_.since_s = noted_at_s_;
  if (!entries_.empty()) entries_.resize(at_ + 1);
  entries_.push_back(live_);
  if (entries_.size() > kMaxEntries) entries_.erase(entries_.begin());
  at_ = entries_.size() - 1;
}

/// Changes the current place, which is the same one still.
void ViewHistory::replace(const ViewPlace& now) {
  const double since_s = entries_[at_].since_s;
  live_ = now;
  live_.since_s = since_s;
  entries_[at_] = live_;
}

void ViewHistory::keep_view() {
  const ViewPlace now = live_;
  is_new_view() ? push(now) : replace(now);
  leaps_ = false;
}

const ViewPlace& ViewHistory::go(std::size_t to) {
  at_ = to;
  live_ = entries_[at_];
  arriving_ = true;
  leaps_ = false;
  moved_at_s_ = noted_at_s_;
  newest_ = Change::Single;
  return entries_[at_];
}

std::optional<ViewPlace> ViewHistory::back() {
  if (entries_.empty()) return std::nullopt;
  keep_view();
  if (at_ == 0) return std::nullopt;
  ++travels_;
  return go(at_ - 1);
}

std::optional<ViewPlace> ViewHistory::forward() {
  if (entries_.empty()) return std::nullopt;
  keep_view();
  if (!can_go_forward()) return std::nullopt;
  ++travels_;
  return go(at_ + 1);
}

bool ViewHistory::can_go_back() const {
  return at_ > 0 || (!entries_.empty() && is_new_view());
}

void ViewHistory::clear() {
  *this = ViewHistory();
}

void ViewHistory::move_events(const std::function<EventId(EventId)>& moved) {
  live_.event = moved(live_.event);
  for (ViewPlace& place : entries_) place.event = moved(place.event);
}

double ViewHistory::reached_by_s() const {
  if (entries_.empty() || !can_go_forward()) return std::numeric_limits<double>::max();
  const double since_s = entries_[at_].since_s;
  return since_s + (entries_[at_ + 1].since_s - since_s) / 2;
}

void ViewHistory::accompany(double time_s) {
  if (entries_.empty()) return;
  keep_view();
  const auto later = std::ranges::find_if(
      entries_, [time_s](const ViewPlace& place) { return place.since_s > time_s; });
  const auto reached = static_cast<std::size_t>(later - entries_.begin());
  (void)go(std::max(reached, std::size_t{1}) - 1);
  led_ = true;
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
