#include "app/panes/timeline/gap_marks.h"

#include <algorithm>
#include <cmath>

#include "core/view/lanes/model.h"

namespace lanescope {
namespace {

constexpr float kBandShare = 0.07F;

/// The visible part of a time range; nullopt if there is none.
std::optional<Rect> band_of(const TraceView& view, Rect lanes, TimeRange range) {
  const double x0 = view.viewport.x_of(range.begin_ns);
  const double x1 = view.viewport.x_of(range.end_ns);
  if (x1 < 0 || x0 > lanes.width()) return std::nullopt;
  const float left = std::floor(lanes.x0 + static_cast<float>(std::max(x0, -2.0)));
  const float right = std::ceil(lanes.x0 + static_cast<float>(std::min(x1, lanes.width() + 2.0)));
  return Rect{left, lanes.y0, std::max(right, left + 1), lanes.y1};
}

void outline_event(const PaneFrame& frame, const LaneStage& stage, EventId event, ImU32 color) {
  TraceView& view = frame.view;
  const auto place = slice_place(*view.drawn(), event);
  if (!place) return;
  const auto ref = view.lanes.tree().find(place->track);
  const LayoutItem* item = ref ? view.lanes.layout().find(*ref) : nullptr;
  if (item == nullptr || !item->shows(place->row)) return;
  const bool pinned = view.lanes.pinned(view.lanes.tree().at(*ref).key);
  const Rect lane = stage.item_rect(*item, pinned, stage.scrolled.x0, stage.scrolled.x1);
  const auto band = band_of(view, lane, place->range);
  if (!band) return;
  const float y0 = std::floor(lane.y0 + view.lanes.layout().row_y_px(*item, place->row));
  const float y1 = y0 + std::floor(view.lanes.layout().metrics.slice_px);
  ImGui::GetWindowDrawList()->AddRect({band->x0 - 1, y0 - 1}, {band->x1 + 1, y1 + 1}, color,
                                      frame.ui.px(3), 0, frame.ui.px(1.5F));
}

}  // namespace

std::optional<SelectedGap> selected_gap(TraceView& view) {
  const auto& wanted = view.selection.gap();
  if (!wanted) return std::nullopt;
  const auto lanes = view.insights.ask<IdleLanes>(InsightScope::Whole, &idle_lanes_insight);
  const IdleLane* lane = lanes.value ? lanes.value->of(wanted->device) : nullptr;
  const auto found = lane != nullptr ? lane->find(wanted->range) : std::nullopt;
  if (!found) return std::nullopt;
  return SelectedGap{lanes.value, &lane->device(), &lane->gap(*found)};
}

void GapMarks::refresh(TraceView& view) {
  if (generation_ == view.generation() && shown_ == view.selection.gap()) return;
  evidence_ = {};
  shown_.reset();
  const auto selected = selected_gap(view);
  if (!selected && view.selection.gap()) return;  // not known yet
  generation_ = view.generation();
  shown_ = view.selection.gap();
  if (selected) evidence_ = gap_evidence(*view.snapshot(), *selected->device, *selected->gap);
}

void GapMarks::draw(const PaneFrame& frame, const LaneStage& stage, Rect lanes, ArrowLinks& links) {
  refresh(frame.view);
  if (!shown_) return;
  const Colors& c = frame.ui.color();
  if (const auto band = band_of(frame.view, lanes, shown_->range)) {
    frame.ui.mark("gap.band", *band);
    ImGui::GetWindowDrawList()->AddRectFilled(band->min(), band->max(),
                                              faded(c.selection, kBandShare));
  }
  for (const EventId event : evidence_.stack)
    outline_event(frame, stage, event, faded(c.selection, 0.55F));
  outline_event(frame, stage, evidence_.sync, c.warning);
  draw_flow_arrows(frame, stage, evidence_.launch, links);
}

}  // namespace lanescope
