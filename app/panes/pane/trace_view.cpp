#include "app/panes/pane/trace_view.h"

#include <algorithm>
#include <cmath>

#include "core/base/clamped.h"
#include "core/base/threads/start_thread.h"
#include "core/view/events/event_ref.h"
#include "core/view/lanes/model.h"
#include "core/view/timeline/busiest_tracks.h"

namespace lanescope {
namespace {

constexpr double kScrollSpeed = 18;  // of the remaining way per second
constexpr double kComfortShare =
    0.1;  // an event nearer to the view's edge than that is brought to the middle
// Rows shown of a lane that is unfolded for an event: the event's own and some under it.
constexpr std::uint32_t kRowsBelow = 4;

}  // namespace

TraceView::TraceView(std::string path, std::function<void()> wake, Session::Kind kind)
    : wake_(std::move(wake)),
      session_(std::move(path), wake_, kind),
      search(wake_),
      insights(wake_) {
  session_.hold_complete();
}

void TraceView::refresh(double now_s, double delta_s) {
  take_snapshot();
  refresh_layout();
  follow_insights();
  search.refresh(snapshot_, generation_, reader_);
  viewport.advance(delta_s);
  advance_scroll(delta_s);
  note_changes(now_s);
  if (snapshot_ && !viewport.gliding()) {
    history.note(viewport.view(), now_s, selection.primary());
  }
}

void TraceView::follow_insights() {
  insights.follow(snapshot_, generation_, selection.range(), reader_, thresholds);
  insights.look_at(window);
  path_.reset();
  if (path_shown_) path_ = insights.ask<PathLane>(InsightScope::Chosen, &path_lane_insight).value;
}

void TraceView::show_path(bool shown) {
  if (path_shown_ == shown) return;
  path_shown_ = shown;
  if (!shown) {
    path_only = false;
    path_.reset();
    drop_path_lane(insights);
  }
  if (!snapshot_) return;
  make_tree();
  refresh_layout();
  const auto ref = tree_.find(kPathLaneKey);
  const LayoutItem* item = ref ? layout().find(*ref) : nullptr;
  if (item == nullptr || lanes.pinned(std::string(kPathLaneKey))) return;
  const float view_px = lanes_height_px_ - layout().pinned_height_px;
  if (item->y_px < scroll_px_ || item->bottom_px() > scroll_px_ + view_px)
    reveal_lane(std::string(kPathLaneKey));
}

void TraceView::note_changes(double now_s) {
  if (noted_lanes_ == lanes.generation() && noted_marks_ == marks.generation() &&
      noted_search_ == search.text)
    return;
  noted_lanes_ = lanes.generation();
  noted_marks_ = marks.generation();
  noted_search_ = search.text;
  undo_.note(undo_state(), now_s);
}

UndoState TraceView::undo_state() const {
  return {lanes.hidden_keys(), search.text, marks.all()};
}

void TraceView::apply(const UndoState& state) {
  lanes.set_hidden(state.hidden);
  search.text = state.search;
  marks.replace(state.bookmarks);
}

void TraceView::undo() {
  if (const auto state = undo_.undo()) apply(*state);
}

void TraceView::redo() {
  if (const auto state = undo_.redo()) apply(*state);
}

void TraceView::adopt_bookmarks(const Bookmarks& read) {
  Bookmarks both = marks.all();
  both.merge(read);
  marks.replace(both);
  undo_.adopt(undo_state());
}

void TraceView::take_snapshot() {
  const Session::Picture picture = session_.picture();
  prepare_next(picture);
  if (picture.newest.value && picture.newest.generation != drawn_generation_) take_drawn(picture);
}

void TraceView::prepare_next(const Session::Picture& picture) {
  const LoadedTrace& next = picture.next;
  if (next.snapshot && insights.prepare(next.snapshot, Session::event_reader(next)))
    session_.take_next();
}

void TraceView::take_drawn(const Session::Picture& picture) {
  std::vector<std::shared_ptr<const Snapshot>> gone;
  std::shared_ptr<const Snapshot> old = std::exchange(drawn_, picture.newest.value);
  drawn_generation_ = picture.newest.generation;
  const auto& about = picture.complete.snapshot ? picture.complete.snapshot : drawn_;
  if (snapshot_ != about) {
    gone.push_back(std::exchange(snapshot_, about));
    generation_ = drawn_generation_;
    reader_ = Session::event_reader(picture.complete);
    texts_ = Session::event_texts(picture.complete);
  }
  if (old) {
    selection.move_to(*old, *drawn_);
    history.forget_events();
    climbed.clear();
  }
  const TimeRange before = old ? old->extent : TimeRange{};
  const TimeView held = viewport.view();
  viewport.set_extent(drawn_->extent);
  if (!old) viewport.fit();
  if (session_.state() == Session::State::Live) follow_growth(before, held);
  if (drawn_->complete && viewport.shows_all()) viewport.show(first_view(*drawn_));
  if (!roles.is_for(drawn_->strings)) roles = RoleTable(drawn_->strings);
  if (!names.is_for(drawn_->strings)) names = ShortNames(drawn_->strings);
  make_tree();
  gone.push_back(std::move(old));
  free_elsewhere(std::move(gone));  // megabytes given back take milliseconds
}

EventId TraceView::complete_id(EventId drawn) const {
  if (drawn == EventId::None || !snapshot_) return EventId::None;
  if (snapshot_ == drawn_ || snapshot_->find_slice(drawn)) return drawn;
  const auto key = event_key(*drawn_, drawn);
  return key ? find_event(*snapshot_, *key) : EventId::None;
}

/// Shows all while that is little, then the newest stretch of the length that was in view; or stays
/// where it was.
void TraceView::follow_growth(TimeRange before, TimeView held) {
  constexpr Ns kAllOf = 10'000'000'000;
  if (drawn_->extent.empty()) return;
  if (!follow_newest && !before.empty()) return viewport.set_view(held);
  const TimeRange extent = drawn_->extent;
  const TimeRange shown = viewport.range();
  const bool all = before.empty() || shown.length_ns() >= before.length_ns();
  if (all && extent.length_ns() <= kAllOf) return viewport.fit();
  const Ns span = std::min(shown.length_ns(), std::max(extent.length_ns(), Ns{1}));
  viewport.show({extent.end_ns - std::min(span, kAllOf), extent.end_ns});
}

void TraceView::make_tree() {
  tree_ = build_lane_tree(*drawn_);
  ++tree_generation_;
  if (path_shown_) add_path_lane(tree_);
  std::set<std::string> folded;
  for (const LaneGroup& group : tree_.groups) {
    if (group.folded_at_first) folded.insert(group.key);
  }
  lanes.set_folded_at_first(std::move(folded));
  hovered_lane.reset();
  layout_stale_ = true;
}

void TraceView::set_metrics(const LaneMetrics& metrics) {
  if (metrics.slice_px == metrics_.slice_px) return;
  metrics_ = metrics;
  layout_stale_ = true;
  refresh_layout();
}

void TraceView::set_lanes_height_px(float height_px) {
  if (height_px == lanes_height_px_) return;
  lanes_height_px_ = height_px;
  layout_stale_ = true;
  refresh_layout();
}

void TraceView::refresh_layout() {
  if (!layout_stale_ && layout_lanes_generation_ == lanes.generation()) return;
  layout_ = lay_out(tree_, lanes, metrics_, lanes_height_px_);
  layout_lanes_generation_ = lanes.generation();
  layout_stale_ = false;
  ++layout_generation_;
  arrange_again();
}

void TraceView::arrange_by(Arrange arrange) {
  arrange_ = std::move(arrange);
  arrange_again();
}

void TraceView::arrange_again() {
  if (arrange_) arranged_ = arrange_(layout_);
}

void TraceView::advance_scroll(double delta_s) {
  const float most =
      std::max(0.0F, layout().content_height_px - (lanes_height_px_ - layout().pinned_height_px));
  if (scroll_target_px_) {
    const float target = clamped(*scroll_target_px_, 0.0F, most);
    const auto share = static_cast<float>(std::min(1.0, delta_s * kScrollSpeed));
    scroll_px_ += (target - scroll_px_) * share;
    if (std::abs(target - scroll_px_) < 1) {
      scroll_px_ = target;
      scroll_target_px_.reset();
    }
  }
  scroll_px_ = clamped(scroll_px_, 0.0F, most);
}

void TraceView::scroll_to(float offset_px) {
  scroll_target_px_.reset();
  scroll_px_ = offset_px;
}

std::optional<TimeRange> TraceView::range_of(EventId event) const {
  if (!snapshot_) return std::nullopt;
  return event_range(*drawn_, event);
}

const LayoutItem* TraceView::item_with_row(LaneRef ref, std::uint32_t row) {
  const std::string& key = tree_.at(ref).key;
  refresh_layout();
  const LayoutItem* item = layout().find(ref);
  if (item == nullptr || item->shows(row)) return item;
  lanes.set_folded(key, false);
  refresh_layout();
  item = layout().find(ref);
  if (item == nullptr || item->shows(row)) return item;
  // Down to the row and a little of what it holds; the lanes below stay near.
  const std::uint32_t first = tree_.at(ref).first_row;
  lanes.set_row_cap(key, row < first ? LaneTreeState::kAllRows : row - first + kRowsBelow);
  refresh_layout();
  return layout().find(ref);
}

void TraceView::reveal_lane_of(EventId event) {
  if (!snapshot_) return;
  if (const auto place = slice_place(*drawn_, event)) {
    if (const auto ref = tree_.find(place->track)) {
      lanes.set_folded(tree_.groups[ref->group].key, false);
      lanes.show(tree_.groups[ref->group].key);
      lanes.show(tree_.at(*ref).key);
      const LayoutItem* item = item_with_row(*ref, place->row);
      const float height = lanes_height_px_ - layout().pinned_height_px;
      if (item != nullptr && !lanes.pinned(tree_.at(*ref).key)) {
        float target = layout().scroll_to(*item, place->row, scroll_px_, height);
        // A row that has to be brought into view gets room around it.
        if (target != scroll_px_)
          target = item->y_px + layout().row_y_px(*item, place->row) - height / 2;
        // The whole lane where there is room for it.
        if (item->height_px < height) {
          target = clamped(target, std::max(0.0F, item->bottom_px() - height), item->y_px);
        }
        scroll_target_px_ = target;
      }
    }
  }
}

void TraceView::reveal(EventId event) {
  const auto range = range_of(event);
  if (!range) return;
  reveal_lane_of(event);
  const double left = viewport.x_of(range->begin_ns) / viewport.width_px();
  const double right = viewport.x_of(range->end_ns) / viewport.width_px();
  const bool covers_view = left < kComfortShare && right > 1 - kComfortShare;
  if (!covers_view && (left < 0 || right > 1 || left > 1 || right < 0)) {
    TimeView target = viewport.target();
    const Ns middle = range->begin_ns + range->length_ns() / 2;
    Viewport there = viewport;
    there.set_view(target);
    there.center(middle);
    viewport.glide_to(there.view());
  }
}

void TraceView::reveal_lane(const std::string& key) {
  const auto ref = tree_.find(std::string_view(key));
  if (!ref) return;
  const std::string& group = tree_.groups[ref->group].key;
  lanes.set_folded(group, false);
  lanes.set_folded(key, false);
  lanes.show(group);
  lanes.show(key);
  refresh_layout();
  const LayoutItem* item = layout().find(*ref);
  if (item == nullptr || lanes.pinned(key)) return;
  // In the middle where it fits, else from its top on.
  const float free_px = lanes_height_px_ - layout().pinned_height_px - item->height_px;
  scroll_target_px_ = item->y_px - std::max(0.0F, free_px / 2);
}

std::string_view TraceView::waiting_words() const {
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
  if (event == EventId::None || !snapshot_) return;
  history.jump(selection.primary(), event);
  selection.select(event);
  hold_still();
  reveal(event);
}

void TraceView::hold_still() {
  if (!std::exchange(follow_newest, false) || session_.state() != Session::State::Live) return;
  viewport.set_view(viewport.view());  // here, not where it glides
}

}  // namespace lanescope
