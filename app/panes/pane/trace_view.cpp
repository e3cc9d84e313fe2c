#include "app/panes/pane/trace_view.h"

#include <algorithm>
#include <utility>

#include "core/base/threads/start_thread.h"
#include "core/view/events/event_ref.h"
#include "core/view/events/flow_model.h"
#include "core/view/lanes/gpu_first.h"
#include "core/view/lanes/model.h"
#include "core/view/lanes/tree.h"
#include "core/view/memory/text.h"
#include "core/view/results/computing_words.h"
#include "core/view/timeline/busiest_tracks.h"
#include "core/view/timeline/whole_view.h"

namespace lanescope {
namespace {

constexpr double kComfortShare = 0.1;  // an event closer to the view's edge counts as beyond it
constexpr std::size_t kMostArrows = 8;

UndoState undo_state(const TraceView& view) {
  return {view.lanes.hidden_keys(), view.search.text, view.marks.all(), view.selection.range()};
}

void apply(const UndoState& state, TraceView& view) {
  view.lanes.set_hidden(state.hidden);
  view.search.text = state.search;
  view.marks.replace(state.bookmarks);
  if (state.range == view.selection.range()) return;
  if (state.range) {
    view.selection.select_range(*state.range);
  } else {
    view.selection.clear_range();
  }
}

}  // namespace

TraceView::TraceView(std::string file, std::function<void()> wake, Session::Kind kind,
                     BesideTrace beside)
    : wake_(std::move(wake)),
      session_(std::move(file), wake_, kind, std::move(beside)),
      search(wake_),
      insights(wake_) {
  session_.hold_complete();
  marks.choose_steps(session_.beside().steps);
}

void TraceView::refresh(double now_s, double delta_s) {
  if (std::exchange(followed_marks_, marks.generation()) != marks.generation())
    session_.choose_steps(marks.all().steps);
  take_snapshot();
  if (drawn_.snapshot && run.in_lanes != (run.comparison != nullptr)) make_tree();
  lanes.refresh();
  attend_selection();
  follow_insights();
  search.refresh(about_.snapshot, about_.generation, about_.reader);
  viewport.advance(delta_s);
  lanes.advance(delta_s);
  edits.note(*this, now_s);
  if (about_.snapshot) way.history.note(place(), now_s);
}

ViewPlace TraceView::place() {
  ViewPlace now{viewport.target(), selection.primary(), lanes.place(), selection.range(),
                selection.gap()};
  if (now.event != EventId::None) now.event_range = range_of(now.event);
  return now;
}

void TraceView::follow_insights() {
  insights.follow(about_.snapshot, about_.generation, selection.range(), about_.reader, thresholds);
  insights.look_at(window);
  path.lane.reset();
  if (path.shown)
    path.lane = insights.ask<PathLane>(InsightScope::Chosen, &path_lane_insight).value;
}

void TraceView::show_path(bool shown) {
  if (path.shown == shown) return;
  if (shown && drawn_.snapshot && is_memory_file(*drawn_.snapshot)) return;  // no events for a path
  path.shown = shown;
  if (!shown) {
    path = {};
    drop_path_lane(insights);
  }
  if (!about_.snapshot) return;
  make_tree();
  lanes.reveal_unless_seen(std::string(kPathLaneKey));
}

void Edits::note(const TraceView& view, double now_s) {
  if (lanes_ == view.lanes.generation() && marks_ == view.marks.generation() &&
      search_ == view.search.text && range_ == view.selection.range())
    return;
  lanes_ = view.lanes.generation();
  marks_ = view.marks.generation();
  search_ = view.search.text;
  range_ = view.selection.range();
  steps_.note(undo_state(view), now_s);
}

void Edits::undo(TraceView& view) {
  if (const auto state = steps_.undo()) apply(*state, view);
}

void Edits::redo(TraceView& view) {
  if (const auto state = steps_.redo()) apply(*state, view);
}

void Edits::adopt(TraceView& view, const Bookmarks& read) {
  Bookmarks both = view.marks.all();
  both.merge(read);
  view.marks.replace(both);
  steps_.adopt(undo_state(view));
}

void TraceView::take_snapshot() {
  const Session::Picture picture = session_.picture();
  prepare_next(picture);
  if (picture.newest.value && picture.newest.generation != drawn_.generation) take_drawn(picture);
}

void TraceView::prepare_next(const Session::Picture& picture) {
  const LoadedTrace& next = picture.next;
  if (next.snapshot && insights.prepare(next.snapshot, Session::event_reader(next)))
    session_.take_next();
}

void TraceView::take_drawn(const Session::Picture& picture) {
  std::vector<std::shared_ptr<const Snapshot>> gone;
  std::shared_ptr<const Snapshot> old = std::exchange(drawn_.snapshot, picture.newest.value);
  drawn_.generation = picture.newest.generation;
  const auto& about = picture.complete.snapshot ? picture.complete.snapshot : drawn_.snapshot;
  if (about_.snapshot != about) {
    gone.push_back(std::exchange(about_.snapshot, about));
    about_.generation = drawn_.generation;
    about_.reader = Session::event_reader(picture.complete);
    about_.texts = Session::event_texts(picture.complete);
  }
  if (old) {
    selection.move_to(*old, *drawn_.snapshot);
    way.history.move_events([&](EventId event) {
      const auto key = event_key(*old, event);
      return key ? find_event(*drawn_.snapshot, *key) : EventId::None;
    });
    way.climbed.clear();
  }
  const TimeRange before = old ? old->extent : TimeRange{};
  const TimeView held = viewport.view();
  viewport.set_extent(whole_view(*drawn_.snapshot));
  if (!old) viewport.fit();
  if (session_.state() == Session::State::Live) follow_growth(before, held);
  const bool has_other_steps = old && old->complete;
  if (drawn_.snapshot->complete && !has_other_steps && viewport.shows_all())
    viewport.show(first_view(*drawn_.snapshot));
  if (!names.roles.is_for(drawn_.snapshot->strings))
    names.roles = RoleTable(drawn_.snapshot->strings);
  if (!names.shortened.is_for(drawn_.snapshot->strings))
    names.shortened = ShortNames(drawn_.snapshot->strings);
  make_tree();
  gone.push_back(std::move(old));
  free_elsewhere(std::move(gone));  // freeing megabytes takes milliseconds
}

EventId TraceView::complete_id(EventId drawn) const {
  if (drawn == EventId::None || !about_.snapshot) return EventId::None;
  if (about_.snapshot == drawn_.snapshot || about_.snapshot->find_slice(drawn)) return drawn;
  const auto key = event_key(*drawn_.snapshot, drawn);
  return key ? find_event(*about_.snapshot, *key) : EventId::None;
}

/// Shows everything while that is short, then the newest part at the length that was in view; or
/// does not move.
void TraceView::follow_growth(TimeRange before, TimeView held) {
  constexpr Ns kAllOf = 10'000'000'000;
  if (drawn_.snapshot->extent.empty()) return;
  if (!follow_newest && !before.empty()) return viewport.set_view(held);
  const TimeRange extent = drawn_.snapshot->extent;
  const TimeRange shown = viewport.range();
  const bool all = before.empty() || shown.length_ns() >= before.length_ns();
  if (all && extent.length_ns() <= kAllOf) return viewport.fit();
  const Ns span = std::min(shown.length_ns(), std::max(extent.length_ns(), Ns{1}));
  viewport.show({extent.end_ns - std::min(span, kAllOf), extent.end_ns});
}

void TraceView::make_tree() {
  LaneTree tree = build_lane_tree(*drawn_.snapshot);
  if (path.shown) add_path_lane(tree);
  run.in_lanes = run.comparison != nullptr;
  if (run.in_lanes) put_gpu_first(tree);
  lanes.set_tree(std::move(tree));
  mouse.lane.reset();
}

std::optional<TimeRange> TraceView::range_of(EventId event) const {
  if (!about_.snapshot) return std::nullopt;
  return event_range(*drawn_.snapshot, event);
}

TraceView::EventRows TraceView::rows_of(EventId event) const {
  EventRows rows{slice_place(*drawn_.snapshot, event), {}};
  if (!rows.own) return rows;
  for (const FlowArrow& arrow : flow_arrows(*drawn_.snapshot, event, kMostArrows)) {
    // An operator's arrow to its GPU work begins at the launch call inside it.
    for (const ArrowEnd* end : {&arrow.from, &arrow.to}) {
      if (end->track == rows.own->track) continue;
      if (const auto place = slice_place(*drawn_.snapshot, end->event))
        rows.beside.push_back(*place);
    }
  }
  return rows;
}

void TraceView::attend_selection() {
  if (!drawn_.snapshot) return;
  const Attended now{selection.primary(), lanes.tree_generation(), lanes.row_resets()};
  if (attended_ == now) return;
  attended_ = now;
  const EventRows rows = rows_of(selection.primary());
  lanes.attend(rows.own, rows.beside);
}

void TraceView::reveal_lane_of(EventId event) {
  if (!about_.snapshot) return;
  const EventRows rows = rows_of(event);
  if (rows.own) lanes.reveal(*rows.own, rows.beside);
}

void TraceView::expect_cover() {
  if (cover.any) viewport.set_covered_px(covered_px);
}

void TraceView::reveal(EventId event) {
  const auto range = range_of(event);
  if (!range) return;
  reveal_lane_of(event);
  reveal_time(*range);
}

void TraceView::reveal_time(TimeRange range) {
  const double left = viewport.x_of(range.begin_ns) / viewport.free_px();
  const double right = viewport.x_of(range.end_ns) / viewport.free_px();
  const bool covers_view = left < kComfortShare && right > 1 - kComfortShare;
  if (!covers_view && (left < 0 || right > 1 || left > 1 || right < 0)) {
    Viewport there = viewport;
    there.set_view(viewport.target());
    there.center(range.begin_ns + range.length_ns() / 2);
    viewport.glide_to(there.view());
  }
}

std::string_view TraceView::waiting_words() const {
  if (about_.snapshot && about_.snapshot->complete) {
    computing_ = computing_words(*about_.snapshot);
    return computing_;
  }
  switch (session_.state()) {
    case Session::State::Live:
      return "Appears once there is data";
    case Session::State::Failed:
      return "Loading failed, so there is nothing to analyze";
    case Session::State::Loading:
    case Session::State::Ready:
    case Session::State::Cancelled:
      break;
  }
  return "Waiting for the trace to load…";
}

void TraceView::go_to(EventId event) {
  if (event == EventId::None || !about_.snapshot) return;
  way.history.jump();
  selection.select(event);
  hold_still();
  expect_cover();
  reveal(event);
}

void TraceView::go_to_gap(const GapRef& gap) {
  if (!about_.snapshot) return;
  way.history.jump();
  selection.select_gap(gap);
  hold_still();
  expect_cover();
  lanes.reveal_idle(gap.device);
  reveal_time(gap.range);
}

void TraceView::hold_still() {
  if (!std::exchange(follow_newest, false) || session_.state() != Session::State::Live) return;
  viewport.set_view(viewport.view());  // stops gliding
}

}  // namespace lanescope
