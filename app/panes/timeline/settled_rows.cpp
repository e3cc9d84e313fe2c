#include "app/panes/timeline/settled_rows.h"

#include <utility>

#include "core/view/lanes/depth.h"

namespace lanescope {
namespace {

constexpr double kRestSeconds = 0.25;
constexpr std::size_t kLanesPerFrame = 1000, kLanesWhileMoving = 100;

/// Whether an item is in view, at least in part.
bool is_in_view(const TraceLanes& lanes, const LayoutItem& item) {
  const LaneLayout& layout = lanes.layout();
  if (layout.is_pinned(item)) return true;
  const float view_px = lanes.height_px() - layout.pinned_height_px;
  return item.bottom_px() > lanes.scroll_px() && item.y_px < lanes.scroll_px() + view_px;
}

/// The row of the selected event, if its lane is in view.
std::optional<LaneRow> selected_row(const TraceView& view) {
  const auto place = slice_place(*view.drawn(), view.selection.primary());
  const auto lane = place ? view.lanes.tree().find(place->track) : std::nullopt;
  const LayoutItem* item = lane ? view.lanes.layout().find(*lane) : nullptr;
  if (item == nullptr || !item->shows(place->row) || !is_in_view(view.lanes, *item))
    return std::nullopt;
  return LaneRow{*lane, place->row};
}

/// The first row of the lane that faces this height of the content, or of the nearest one if only
/// the other run has a lane there.
std::optional<LaneRow> row_facing(const LaneLayout& layout, float content_px) {
  std::optional<LaneRow> facing;
  for (const LayoutItem& item : layout.items) {
    if (item.header) continue;
    facing = LaneRow{item.lane, item.first_row};
    if (item.bottom_px() > content_px) break;
  }
  return facing;
}

}  // namespace

KeptBeside kept_beside(const TraceView& view) {
  KeptBeside kept{{}, view.lanes.scrolling()};
  if (!view.drawn()) return kept;
  const LaneLayout& layout = view.lanes.layout();
  const auto keep = [&](LaneRef lane) {
    const LayoutItem* item = layout.find(lane);
    if (item != nullptr && !layout.is_pinned(*item)) kept.content_px.push_back(item->y_px);
  };
  if (const auto row = selected_row(view)) keep(row->lane);
  if (view.mouse.lane) keep(*view.mouse.lane);
  return kept;
}

std::vector<LaneRow> SettledRows::kept(const TraceView& view, std::optional<LaneRow> under_mouse) {
  std::vector<LaneRow> rows;
  if (under_mouse) rows.push_back(*under_mouse);
  if (const auto row = selected_row(view)) rows.push_back(*row);
  for (const float content_px : view.run.kept.content_px) {
    if (const auto row = row_facing(view.lanes.layout(), content_px)) rows.push_back(*row);
  }
  return rows;
}

bool SettledRows::measure(const TraceView& view, std::size_t most) {
  Viewport there = view.viewport;
  there.set_view(view.viewport.target());
  const TimeRange range = there.range();
  std::size_t at = 0;
  const std::size_t first = depths_.size(), end = first + most;
  for (const LaneGroup& group : view.lanes.tree().groups) {
    for (const Lane& lane : group.lanes) {
      if (at >= first && at < end)
        depths_.push_back(lane.foldable ? rows_needed(*view.drawn(), lane, range) : 0);
      ++at;
    }
  }
  return at <= end;
}

void SettledRows::update(const PaneFrame& frame, bool dragging,
                         std::optional<LaneRow> under_mouse) {
  TraceView& view = frame.view;
  if (!view.drawn()) return;
  const Measured now{view.viewport.target(), view.drawn_generation(), view.lanes.tree_generation()};
  const bool moves = view.viewport.gliding() || view.lanes.scrolling() || view.run.kept.moving ||
                     view.lanes.scroll_px() != scroll_px_ || !(now.view == last_.view);
  scroll_px_ = view.lanes.scroll_px();
  rest_s_ = moves ? 0 : rest_s_ + ImGui::GetIO().DeltaTime;
  if (!(now == last_)) {
    last_ = now;
    measured_ = false;
    depths_.clear();
  }
  if (dragging) return;
  const bool rests = rest_s_ >= kRestSeconds || !ever_;
  if (!measured_) {
    if (!measure(view, rests ? kLanesPerFrame : kLanesWhileMoving))
      return view.lanes.wait_to_settle();
    measured_ = ever_ = true;
    grown_ = all_settled_ = false;
    tried_.reset();
  }
  if (view.lanes.scrolling()) return;
  if (!std::exchange(grown_, true)) view.lanes.grow(depths_, kept(view, under_mouse));
  if (all_settled_ && !view.lanes.unsettled()) return;
  Tried trying{view.lanes.generation(), view.selection.generation(), scroll_px_,
               kept(view, under_mouse)};
  if (!all_settled_ && trying == tried_) return;
  if (!rests) return view.lanes.wait_to_settle();
  all_settled_ = view.lanes.settle(depths_, trying.kept);
  trying.lanes = view.lanes.generation();
  trying.scroll_px = scroll_px_ = view.lanes.scroll_px();
  tried_ = std::move(trying);
}

}  // namespace lanescope
