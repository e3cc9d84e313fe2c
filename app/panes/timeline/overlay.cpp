#include "app/panes/timeline/overlay.h"

#include <algorithm>
#include <cmath>

#include "core/base/clamped.h"

namespace lanescope {
namespace {

/// The selected range on the screen, on whole pixels.
Rect range_place(const Viewport& viewport, TimeRange range, Rect lanes) {
  const double x0 = clamped(viewport.x_of(range.begin_ns), -10.0, 1e5);
  const double x1 = clamped(viewport.x_of(range.end_ns), -10.0, 1e5);
  const float left = std::floor(lanes.x0 + static_cast<float>(x0));
  const float right = std::floor(lanes.x0 + static_cast<float>(x1));
  return {left, lanes.y0, std::max(right, left + 1), lanes.y1};
}

void draw_arrow(const Ui& ui, ImDrawList& list, const LaneAnchor& from, const LaneAnchor& to,
                ImU32 color) {
  const bool down = to.top >= from.bottom;
  const bool up = to.bottom <= from.top;
  const ImVec2 a{from.x, down ? from.bottom : up ? from.top : (from.top + from.bottom) / 2};
  const ImVec2 b{to.x, down ? to.top : up ? to.bottom : (to.top + to.bottom) / 2};
  const float bend = std::max(ui.px(14), std::abs(b.y - a.y) * 0.5F);
  const float sign = down || !up ? 1.0F : -1.0F;
  const ImVec2 c1{a.x, a.y + sign * bend};
  const ImVec2 c2{b.x, b.y - sign * bend};
  list.AddBezierCubic(a, c1, c2, b, color, ui.px(1.5F));
  list.AddCircleFilled(a, ui.px(2.5F), color);
  const float r = ui.px(3.5F);
  list.AddTriangleFilled({b.x - r, b.y - sign * r * 1.6F}, {b.x + r, b.y - sign * r * 1.6F}, b,
                         color);
}

}  // namespace

std::optional<LaneAnchor> lane_anchor(TraceView& view, const LaneStage& stage,
                                      const ArrowEnd& end) {
  const auto ref = view.tree().find(end.track);
  if (!ref) return std::nullopt;
  const LaneLayout& layout = view.layout();
  const LayoutItem* item = layout.find(*ref);
  if (item == nullptr || item->header) return std::nullopt;
  const bool pinned = view.lanes.pinned(view.tree().at(*ref).key);
  const Rect rect = stage.item_rect(*item, pinned, stage.scrolled.x0, stage.scrolled.x1);
  const float top = std::floor(rect.y0 + layout.row_y_px(*item, end.row));
  const double x = clamped(view.viewport.x_of(end.time_ns), -1e5, 1e5);
  return LaneAnchor{stage.scrolled.x0 + static_cast<float>(x), top, top + layout.metrics.slice_px};
}

void draw_range_fill(const Ui& ui, const Viewport& viewport, const std::optional<TimeRange>& range,
                     Rect lanes) {
  if (!range) return;
  const Rect place = range_place(viewport, *range, lanes);
  ImGui::GetWindowDrawList()->AddRectFilled(place.min(), place.max(), ui.color().range);
}

void draw_range_edges(const Ui& ui, const Viewport& viewport, const std::optional<TimeRange>& range,
                      Rect lanes) {
  if (!range) return;
  const Rect place = range_place(viewport, *range, lanes);
  ImDrawList& list = *ImGui::GetWindowDrawList();
  const ImU32 edge = faded(ui.color().accent, 0.8F);
  for (const float x : {place.x0, place.x1})
    list.AddRectFilled({x, lanes.y0}, {x + 1, lanes.y1}, edge);
}

void draw_cursor(const Ui& ui, const Viewport& viewport, const std::optional<Ns>& time_ns,
                 float strength, Rect lanes) {
  if (!time_ns) return;
  const float x = std::floor(lanes.x0 + static_cast<float>(viewport.x_of(*time_ns)));
  if (x < lanes.x0 || x >= lanes.x1) return;
  ImGui::GetWindowDrawList()->AddRectFilled({x, lanes.y0}, {x + 1, lanes.y1},
                                            faded(ui.color().dim, strength));
}

void FlowArrows::draw(const PaneFrame& frame, const LaneStage& stage) {
  TraceView& view = frame.view;
  const EventId event = view.selection.primary();
  if (generation_ != view.drawn_generation() || event_ != event) {
    generation_ = view.drawn_generation();
    event_ = event;
    arrows_ = event == EventId::None ? std::vector<FlowArrow>() : flow_arrows(*view.drawn(), event);
  }
  draw_flow_arrows(frame, stage, arrows_);
}

void draw_flow_arrows(const PaneFrame& frame, const LaneStage& stage,
                      std::span<const FlowArrow> arrows) {
  if (arrows.empty()) return;
  TraceView& view = frame.view;
  // Many arrows are a bundle; each is fainter then.
  const float strength = arrows.size() > 8 ? 0.45F : 0.9F;
  const ImU32 color = faded(frame.ui.color().selection, strength);
  ImDrawList& list = *ImGui::GetWindowDrawList();
  for (const FlowArrow& arrow : arrows) {
    const auto from = lane_anchor(view, stage, arrow.from);
    const auto to = lane_anchor(view, stage, arrow.to);
    if (from && to) draw_arrow(frame.ui, list, *from, *to, color);
  }
}

}  // namespace lanescope
