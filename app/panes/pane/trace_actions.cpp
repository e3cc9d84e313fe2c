#include "app/panes/pane/trace_actions.h"

#include <cmath>

#include "core/view/idle/idle_lane.h"
#include "core/view/lanes/model.h"

namespace lanescope {
namespace {

constexpr double kSelectionMargin = 0.15;  // on each side, as a share of the selection's length
constexpr double kCenteredPx = 2;
constexpr double kFillsShare = 0.4;
constexpr double kNoticedShare = 0.1;
constexpr double kAroundMargin = 1.5;

std::optional<TimeRange> selected_time(const TraceView& view) {
  if (!view.drawn()) return std::nullopt;
  if (view.selection.range()) return view.selection.range();
  return view.selection.extent(*view.drawn());
}

/// Whether the view is already about as long as a range in it.
bool fills_view(const Viewport& viewport, TimeRange range) {
  const double share = static_cast<double>(range.length_ns()) / viewport.target().span_ns;
  return viewport.target().span_ns <= Viewport::kMinSpanNs || share > kFillsShare;
}

/// Where keyboard navigation starts: at the selected event, else at one in the middle of the view
/// on the first lane of slices.
EventId starting_event(const TraceView& view) {
  if (view.selection.primary() != EventId::None) return view.selection.primary();
  const TimeRange range = view.viewport.range();
  const Ns middle = range.begin_ns + range.length_ns() / 2;
  for (const LaneGroup& group : view.lanes.tree().groups) {
    for (const Lane& lane : group.lanes) {
      if (lane.kind == LaneKind::Slices) return nearest_slice(*view.drawn(), lane.track, middle);
    }
  }
  return EventId::None;
}

template <typename Find>
void go(TraceView& view, const Find& find) {
  if (!view.drawn()) return;
  const EventId from = starting_event(view);
  view.go_to(view.selection.primary() == EventId::None ? from : find(*view.drawn(), from));
}

/// From the selected gap to the next one with its cause; nowhere if it is the last.
void go_to_gap_of_cause(TraceView& view, Direction direction) {
  const GapRef from = *view.selection.gap();
  const auto lanes = view.insights.ask<IdleLanes>(InsightScope::Whole, &idle_lanes_insight);
  const IdleLane* lane = lanes.value ? lanes.value->of(from.device) : nullptr;
  const auto gap = lane == nullptr ? std::nullopt : lane->find(from.range);
  if (!gap) return;
  if (const auto next = lane->next_of_cause(*gap, direction == Direction::Next))
    view.go_to_gap({from.device, lane->gap(*next).range});
}

/// Selects what was selected at a place, which may be nothing.
void reselect(Selection& selection, const ViewPlace& place) {
  if (!place.range) {
    selection.clear_range();
  } else if (place.range != selection.range()) {
    selection.select_range(*place.range);
  }
  if (place.gap) {
    if (place.gap != selection.gap()) selection.select_gap(*place.gap);
  } else if (place.event != selection.primary() || selection.gap()) {
    selection.select(place.event);
  }
}

/// Restores a place from the history: the view, the lanes, and what was selected there.
void return_to(TraceView& view, const ViewPlace& place) {
  view.viewport.glide_to(place.view);
  view.lanes.restore(place.lanes);
  reselect(view.selection, place);
  const auto where = slice_place(*view.drawn(), place.event);
  if (where && !view.lanes.shows(*where)) view.reveal_lane_of(place.event);
}

}  // namespace

void zoom_by(TraceView& view, double factor) {
  Viewport there = view.viewport;
  there.set_view(view.viewport.target());
  there.zoom(factor, view.viewport.free_px() / 2);
  view.viewport.glide_to(there.view());
}

void show_whole_trace(TraceView& view) {
  Viewport there = view.viewport;
  there.fit();
  view.way.history.leap();
  view.viewport.glide_to(there.view());
}

void zoom_to_selection(TraceView& view) {
  if (const auto range = selected_time(view)) {
    view.way.history.leap();
    view.viewport.glide_to(*range, view.selection.range() ? 0 : kSelectionMargin);
  }
}

void zoom_to_event(TraceView& view, EventId event) {
  if (const auto range = view.range_of(event)) view.viewport.glide_to(*range, kSelectionMargin);
}

void focus_selection(TraceView& view) {
  const auto range = selected_time(view);
  if (!range) return;
  const bool is_block = view.block.pick != 0 && view.block.pick == view.selection.picks();
  if (is_block && !fills_view(view.viewport, view.block.range)) {
    view.reveal_lane_of(view.selection.primary());
    return view.viewport.glide_to(view.block.range, kSelectionMargin);
  }
  view.reveal(view.selection.primary());
  Viewport there = view.viewport;
  there.center(range->begin_ns + range->length_ns() / 2);
  const double moved_px =
      std::abs(there.x_of(range->begin_ns) - view.viewport.x_of(range->begin_ns));
  if (moved_px < kCenteredPx) {
    zoom_to_selection(view);
  } else {
    view.viewport.glide_to(there.view());
  }
}

void bring_into_view(TraceView& view, TimeRange range) {
  Viewport there = view.viewport;
  there.set_view(view.viewport.target());
  const double left = there.x_of(range.begin_ns) / there.free_px();
  const double right = there.x_of(range.end_ns) / there.free_px();
  if (left < 0 || right > 1 || right - left < kNoticedShare)
    view.viewport.glide_to(range, kAroundMargin);
}

void go_to_named(TraceView& view, EventId event) {
  view.go_to(event);
  if (const auto range = view.range_of(event)) bring_into_view(view, *range);
}

void go_to_whole_gap(TraceView& view, const GapRef& part) {
  const auto lanes = view.insights.ask<IdleLanes>(InsightScope::Whole, &idle_lanes_insight);
  const IdleLane* lane = lanes.value ? lanes.value->of(part.device) : nullptr;
  const auto found = lane == nullptr ? std::nullopt : lane->at(part.range.begin_ns);
  if (lane == nullptr || found) {
    const GapRef whole = found ? GapRef{part.device, lane->gap(*found).range} : part;
    view.go_to_gap(whole);
    return bring_into_view(view, whole.range);
  }
  // Before the first and after the last work of a GPU its lane has no gap.
  view.hold_still();
  view.selection.select_range(part.range);
  bring_into_view(view, part.range);
}

void view_back(TraceView& view) {
  if (const auto there = view.way.history.back()) return_to(view, *there);
}

void view_forward(TraceView& view) {
  if (const auto there = view.way.history.forward()) return_to(view, *there);
}

void go_to_neighbour(TraceView& view, Direction direction) {
  go(view, [direction](const Snapshot& s, EventId event) {
    return neighbour_in_lane(s, event, direction);
  });
}

void go_to_same_name(TraceView& view, Direction direction) {
  if (view.selection.gap()) return go_to_gap_of_cause(view, direction);
  go(view, [direction](const Snapshot& s, EventId event) {
    return neighbour_of_name(s, event, direction);
  });
}

void go_along_flow(TraceView& view) {
  go(view, flow_forward);
}
void go_against_flow(TraceView& view) {
  go(view, flow_back);
}
void go_up(TraceView& view) {
  const EventId from = view.selection.primary();
  go(view, chain_up);
  if (view.selection.primary() != from) view.way.climbed.push_back(from);
}

void go_down(TraceView& view) {
  if (!view.drawn()) return;
  const EventId from = view.selection.primary();
  // If there are several children, goes down the way that was taken up.
  if (!view.way.climbed.empty() && chain_up(*view.drawn(), view.way.climbed.back()) == from) {
    view.go_to(view.way.climbed.back());
    view.way.climbed.pop_back();
    return;
  }
  view.way.climbed.clear();
  go(view, chain_down);
}

void open_source(TraceView& view) {
  if (!view.drawn()) return;
  DetailsOptions options;
  options.same_name = false;
  const EventId event = view.complete_id(view.selection.primary());
  view.requests.emplace_back(
      OpenSource{source_of(build_details(*view.snapshot(), event, {}, options))});
}

std::optional<LaneRef> current_lane(const TraceView& view) {
  if (view.mouse.lane) return view.mouse.lane;
  if (!view.drawn()) return std::nullopt;
  const auto place = slice_place(*view.drawn(), view.selection.primary());
  return place ? view.lanes.tree().find(place->track) : std::nullopt;
}

void toggle_pin(TraceView& view) {
  if (const auto lane = current_lane(view))
    view.lanes.toggle_pinned(view.lanes.tree().at(*lane).key);
}

void hide_lane(TraceView& view) {
  if (const auto lane = current_lane(view)) {
    view.lanes.hide(view.lanes.tree().at(*lane).key);
    view.mouse.lane.reset();
  }
}

void undo_hide(TraceView& view) {
  view.lanes.undo_hide();
}

void undo(TraceView& view) {
  view.edits.undo(view);
}

void redo(TraceView& view) {
  view.edits.redo(view);
}

void toggle_path(TraceView& view) {
  view.show_path(!view.path.shown);
}

void toggle_only_path(TraceView& view) {
  const bool only = !(view.path.shown && view.path.only);
  view.show_path(true);
  view.path.only = only && view.path.shown;
}

void go_to_match(TraceView& view, Direction direction) {
  if (!view.drawn()) return;
  if (!view.search.answers_text()) return view.search.owe(direction);
  const EventId from = view.selection.primary();
  const auto range = view.range_of(from);
  const Ns from_ns = range ? range->begin_ns : view.viewport.range().begin_ns;
  view.go_to(step_match(*view.snapshot(), *view.search.matches(), from, from_ns, direction));
}

void take_owed_steps(TraceView& view) {
  while (const auto step = view.search.take_owed()) go_to_match(view, *step);
}

}  // namespace lanescope
