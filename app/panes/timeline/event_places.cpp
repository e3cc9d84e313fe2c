#include "app/panes/timeline/event_places.h"

#include <algorithm>
#include <cmath>
#include <span>

#include "app/panes/timeline/overlay.h"
#include "core/base/clamped.h"
#include "core/view/lanes/model.h"

namespace lanescope {
namespace {

constexpr double kUncoveredShare = 0.05;  // of the free width, beside what was uncovered

/// As the timeline divides them.
LaneStage stage_of(const TraceView& view, Rect lanes) {
  LaneStage stage;
  const float pinned_px = std::min(view.lanes.layout().pinned_height_px, lanes.height());
  stage.scrolled = lanes;
  stage.pinned = stage.scrolled.cut_top(pinned_px);
  stage.scroll_px = std::floor(view.lanes.scroll_px());
  return stage;
}

Rect cut_to(Rect rect, Rect area) {
  return {clamped(rect.x0, area.x0, area.x1), clamped(rect.y0, area.y0, area.y1),
          clamped(rect.x1, area.x0, area.x1), clamped(rect.y1, area.y0, area.y1)};
}

bool is_gpu_lane(const TraceView& view, const LayoutItem& item) {
  if (item.header) return false;
  const Lane& lane = view.lanes.tree().at(item.lane);
  return lane.kind == LaneKind::Slices &&
         view.drawn()->tracks[index_of(lane.track)].kind == TrackKind::GpuStream;
}

void widen(Rect& around, Rect by) {
  if (by.empty()) return;
  around = around.empty() ? by
                          : Rect{std::min(around.x0, by.x0), std::min(around.y0, by.y0),
                                 std::max(around.x1, by.x1), std::max(around.y1, by.y1)};
}

}  // namespace

Rect selected_place(TraceView& view, Rect lanes) {
  if (!view.drawn()) return {};
  const auto place = slice_place(*view.drawn(), view.selection.primary());
  if (!place) return {};
  const LaneStage stage = stage_of(view, lanes);
  const auto at = [&](Ns time_ns) {
    return lane_anchor(view, stage, {EventId::None, place->track, place->row, time_ns});
  };
  const auto begin = at(place->range.begin_ns), end = at(place->range.end_ns);
  if (!begin || !end) return {};
  return cut_to({begin->x, begin->top, std::max(end->x, begin->x + 1), begin->bottom},
                begin->pinned ? stage.pinned : stage.scrolled);
}

void uncover_selected(TraceView& view) {
  auto range = view.range_of(view.selection.primary());
  if (!range && view.selection.gap()) range = view.selection.gap()->range;
  if (!range) return;
  Viewport there = view.viewport;
  there.set_view(view.viewport.target());
  const double left = there.x_of(range->begin_ns), right = there.x_of(range->end_ns);
  const double margin_px = there.free_px() * kUncoveredShare;
  const double seen_px = there.free_px() - left;
  const bool seen = seen_px >= std::min(right - left, margin_px) && seen_px > 0;
  if (seen || left >= there.width_px()) return;
  there.pan(-std::min(right + margin_px - there.free_px(), left - margin_px));
  view.viewport.glide_to(there.view());
}

Rect gpu_lanes_place(TraceView& view, Rect lanes) {
  Rect around;
  if (!view.drawn()) return around;
  const LaneStage stage = stage_of(view, lanes);
  const auto add = [&](std::span<const LayoutItem> items, bool pinned, Rect area) {
    for (const LayoutItem& item : items) {
      if (!is_gpu_lane(view, item)) continue;
      widen(around, cut_to(stage.item_rect(item, pinned, lanes.x0, lanes.x1), area));
    }
  };
  add(view.lanes.layout().pinned, true, stage.pinned);
  add(view.lanes.layout().items, false, stage.scrolled);
  return around;
}

}  // namespace lanescope
