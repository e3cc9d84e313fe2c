#include "app/panes/timeline/overlay.h"

#include <algorithm>
#include <cmath>
#include <string>

#include "app/panes/timeline/arrow_links.h"
#include "app/widgets/button.h"
#include "app/widgets/draw/paint.h"
#include "app/widgets/tooltip.h"
#include "core/base/clamped.h"
#include "core/view/memory/text.h"
#include "core/view/text/window_words.h"
#include "core/view/timeline/arrow_shape.h"

namespace lanescope {
namespace {

constexpr const char* kPath = "Critical path";
constexpr const char* kOnly = "Critical only";
constexpr std::size_t kMostTurns = 400;   // in view; more would be a solid area
constexpr std::size_t kClearTurns = 40;   // up to this number, they have full strength
constexpr std::size_t kArrowTurns = 120;  // above this number, they have no arrowheads

bool rests_on_item() {
  return ImGui::IsItemHovered(ImGuiHoveredFlags_DelayNormal);
}

void draw_turn(const Ui& ui, ImDrawList& list, const LaneAnchor& from, const LaneAnchor& to,
               ImU32 color, bool with_head) {
  const bool down = to.top >= from.bottom;
  const float y0 = down ? from.bottom : from.top;
  const float y1 = down ? to.top : to.bottom;
  if (y0 == y1) return;
  const float x = std::floor(to.x);
  list.AddRectFilled({x, std::min(y0, y1)}, {x + 1, std::max(y0, y1)}, color);
  if (!with_head) return;
  const float r = ui.px(3);
  const float back = down ? -r * 1.6F : r * 1.6F;
  list.AddTriangleFilled({x - r + 0.5F, y1 + back}, {x + r + 0.5F, y1 + back}, {x + 0.5F, y1},
                         color);
}

/// The selected range on the screen, rounded to pixels.
Rect range_place(const Viewport& viewport, TimeRange range, Rect lanes) {
  const double x0 = clamped(viewport.x_of(range.begin_ns), -10.0, 1e5);
  const double x1 = clamped(viewport.x_of(range.end_ns), -10.0, 1e5);
  const float left = std::floor(lanes.x0 + static_cast<float>(x0));
  const float right = std::floor(lanes.x0 + static_cast<float>(x1));
  return {left, lanes.y0, std::max(right, left + 1), lanes.y1};
}

void draw_arrow(const Ui& ui, ImDrawList& list, const LaneAnchor& from, const LaneAnchor& to,
                ImU32 color) {
  const ArrowShape arrow =
      arrow_shape({from.x, from.top, from.bottom}, {to.x, to.top, to.bottom}, ui.px(14));
  const auto point = [](const ArrowPoint& at) { return ImVec2{at.x, at.y}; };
  const ImVec2 tip = point(arrow.to);
  list.AddBezierCubic(point(arrow.from), point(arrow.from_bend), point(arrow.to_bend), tip, color,
                      ui.px(1.5F));
  list.AddCircleFilled(point(arrow.from), ui.px(2.5F), color);
  const float r = ui.px(3.5F), back = tip.y - arrow.direction * r * 1.6F;
  list.AddTriangleFilled({tip.x - r, back}, {tip.x + r, back}, tip, color);
}

}  // namespace

std::optional<LaneAnchor> lane_anchor(TraceView& view, const LaneStage& stage,
                                      const ArrowEnd& end) {
  const auto ref = view.lanes.tree().find(end.track);
  if (!ref) return std::nullopt;
  const LaneLayout& layout = view.lanes.layout();
  const LayoutItem* item = layout.find(*ref);
  if (item == nullptr || item->header) return std::nullopt;
  const bool pinned = layout.is_pinned(*item);
  const Rect rect = stage.item_rect(*item, pinned, stage.scrolled.x0, stage.scrolled.x1);
  const float top = std::floor(rect.y0 + layout.row_y_px(*item, end.row));
  const double x = clamped(view.viewport.x_of(end.time_ns), -1e5, 1e5);
  return LaneAnchor{stage.scrolled.x0 + static_cast<float>(x), top, top + layout.metrics.slice_px,
                    pinned};
}

void draw_range_fill(const Ui& ui, const Viewport& viewport, const std::optional<TimeRange>& range,
                     Rect lanes) {
  if (!range) return;
  const Rect place = range_place(viewport, *range, lanes);
  fill_rect(place, ui.color().range);
}

void draw_range_edges(const Ui& ui, const Viewport& viewport, const std::optional<TimeRange>& range,
                      Rect lanes) {
  if (!range) return;
  const Rect place = range_place(viewport, *range, lanes);
  const ImU32 edge = faded(ui.color().accent, 0.8F);
  for (const float x : {place.x0, place.x1}) fill_rect({x, lanes.y0, x + 1, lanes.y1}, edge);
}

void draw_cursor(const Ui& ui, const Viewport& viewport, const std::optional<Ns>& time_ns,
                 float strength, Rect lanes) {
  if (!time_ns) return;
  const float x = std::floor(lanes.x0 + static_cast<float>(viewport.x_of(*time_ns)));
  if (x < lanes.x0 || x >= lanes.x1) return;
  fill_rect({x, lanes.y0, x + 1, lanes.y1}, faded(ui.color().dim, strength));
}

void FlowArrows::draw(const PaneFrame& frame, const LaneStage& stage, ArrowLinks& links) {
  TraceView& view = frame.view;
  const EventId event = view.selection.primary();
  if (generation_ != view.drawn_generation() || event_ != event) {
    generation_ = view.drawn_generation();
    event_ = event;
    arrows_ = event == EventId::None ? std::vector<FlowArrow>() : flow_arrows(*view.drawn(), event);
  }
  draw_flow_arrows(frame, stage, arrows_, links);
}

void draw_flow_arrows(const PaneFrame& frame, const LaneStage& stage,
                      std::span<const FlowArrow> arrows, ArrowLinks& links) {
  if (arrows.empty()) return;
  TraceView& view = frame.view;
  const ImU32 color = faded(frame.ui.color().selection, arrow_strength(arrows.size()));
  ImDrawList& list = *ImGui::GetWindowDrawList();
  for (const FlowArrow& arrow : arrows) {
    const auto from = lane_anchor(view, stage, arrow.from);
    const auto to = lane_anchor(view, stage, arrow.to);
    if (!from || !to) continue;
    draw_arrow(frame.ui, list, *from, *to, color);
    links.note(stage, arrow.from, *from);
    links.note(stage, arrow.to, *to);
  }
}

void draw_path_buttons(const PaneFrame& frame, Rect row) {
  const Ui& ui = frame.ui;
  TraceView& view = frame.view;
  if (is_memory_file(*view.snapshot())) return;  // it has no events for a path
  row = row.inset(ui.px(4), ui.px(1));
  const float path_px = text_button_width(ui, kPath);
  if (path_px > row.width()) return;
  const Rect path = row.cut_left(path_px);
  // Framed, to distinguish it from the names of lanes.
  fill_rect(path, ui.color().raised, ui.px(6));
  if (text_button(ui, "path.show", path, kPath, view.path.shown)) {
    view.show_path(!view.path.shown);
  }
  if (rests_on_item()) {
    const std::string what(window_phrase(view.insights.window()));
    draw_hint(ui, path, frame.with_keys("What determined the length of " + what, "critical_path"));
  }
  row.cut_left(ui.px(2));
  if (!view.path.shown || text_button_width(ui, kOnly) > row.width()) return;
  const Rect only = row.cut_left(text_button_width(ui, kOnly));
  if (text_button(ui, "path.only", only, kOnly, view.path.only)) view.path.only = !view.path.only;
  if (rests_on_item())
    draw_hint(ui, only, frame.with_keys("Dim what is not on the path", "only_critical"));
}

void draw_path_turns(const PaneFrame& frame, const LaneStage& stage) {
  TraceView& view = frame.view;
  const PathLane* path = view.path.lane.get();
  if (path == nullptr) return;
  const auto turns = path->turns(view.viewport.range());
  if (turns.empty() || turns.size() > kMostTurns) return;
  const float crowd = static_cast<float>(kClearTurns) / static_cast<float>(turns.size());
  const ImU32 color = faded(frame.ui.color().path, clamped(crowd, 0.2F, 0.9F));
  const bool with_heads = turns.size() <= kArrowTurns;
  ImDrawList& list = *ImGui::GetWindowDrawList();
  for (const PathTurn& turn : turns) {
    const auto from =
        lane_anchor(view, stage, {EventId::None, turn.from_track, turn.from_row, turn.time_ns});
    const auto to =
        lane_anchor(view, stage, {EventId::None, turn.to_track, turn.to_row, turn.time_ns});
    if (from && to) draw_turn(frame.ui, list, *from, *to, color, with_heads);
  }
}

}  // namespace lanescope
