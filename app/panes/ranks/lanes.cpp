#include "app/panes/ranks/lanes.h"

#include <algorithm>
#include <cmath>

#include <fmt/format.h>

#include "app/panes/timeline/overlay.h"
#include "app/widgets/draw/paint.h"
#include "app/widgets/tooltip.h"
#include "core/base/clamped.h"

namespace lanescope {
namespace {

constexpr double kJoinApartPx = 18;
constexpr float kMostJoinInsetPx = 8;
constexpr float kCursorStrength =
    0.5F;  // fainter than over the lanes of one trace, because joins run next to it

/// In pixels of the lanes, limited to where ImGui's floats are exact.
float lane_x(Rect lanes, const Viewport& axis, Ns time_ns) {
  return lanes.x0 + static_cast<float>(clamped(axis.x_of(time_ns), -1e5, 1e5));
}

}  // namespace

void RanksLanes::draw(const RanksFrame& frame, Rect area, float labels_px) {
  const Ui& ui = frame.ui;
  RanksView& view = frame.view;
  view.set_metrics(RanksRowMetrics().scaled(ui.style.scale));
  const Rect whole = area;
  const Rect head = area.cut_top(head_px(frame, whole));
  const LaneAreas areas = draw_lane_ground(ui, area, labels_px);
  const TooltipsRightOf names(areas.labels);
  lanes_ = areas.lanes;
  view.viewport.set_width_px(std::max(lanes_.width(), 1.0F));
  view.set_rows_height_px(lanes_.height());
  ui.mark("ranks.lanes", lanes_);
  fill_rect(head, ui.color().panel);
  fill_rect({head.x0, head.y1 - 1, head.x1, head.y1}, ui.color().line);
  // Handles the mouse first, so this frame is drawn with the new view.
  handle_mouse(frame, areas);
  draw_head(frame, head, whole, areas.ruler_label);
  ruler_.refresh(ui, view.viewport, view.run().extent.begin_ns);
  ruler_.draw(ui, areas.ruler, {.range = view.range, .cursor_ns = view.cursor_ns});
  draw_rows(frame, areas.labels, lanes_);
  draw_hover(frame);
  draw_menu(frame);
}

void RanksLanes::draw_rows(const RanksFrame& frame, Rect labels, Rect lanes) {
  const Ui& ui = frame.ui;
  RanksView& view = frame.view;
  const Colors& c = ui.color();
  const RanksLayout& layout = view.layout();
  const float scroll = std::floor(view.scroll_px());
  const Rect clip{labels.x0, lanes.y0, lanes.x1, lanes.y1};
  ImGui::PushClipRect(clip.min(), clip.max(), true);
  ruler_.draw_grid(ui, lanes);
  for (const RanksRow& row : layout.visible(scroll, lanes.height())) {
    const float y = lanes.y0 + row.y_px - scroll;
    const Rect label{labels.x0, y, labels.x1, y + row.height_px};
    const Rect rect{lanes.x0, y, lanes.x1, y + row.height_px};
    const bool apart = row.kind != RanksRowKind::Heading && !view.run().own_starts &&
                       !view.run().aligned(row.trace);
    if (apart) fill_rect(rect, mixed(c.background, c.warning, 0.05F));
    if (row.kind == RanksRowKind::Rank) ui.mark({"ranks.row.", fmt::to_string(row.trace)}, rect);
    ImGui::PushClipRect({lanes.x0, clip.y0}, clip.max(), true);
    rows_.draw(frame, {row, rect}, labels_.in(frame.ui.face().slice));
    ImGui::PopClipRect();
    draw_label(frame, row, label, clip);
    fill_rect({label.x0, label.y1 - 1, rect.x1, rect.y1}, mixed(c.background, c.line, 0.5F));
  }
  ImGui::PopClipRect();
  ImGui::PushClipRect(lanes.min(), lanes.max(), true);
  draw_range_fill(ui, view.viewport, view.range, lanes);
  draw_range_edges(ui, view.viewport, view.range, lanes);
  draw_joins(frame, lanes);
  draw_cursor(ui, view.viewport, view.cursor_ns, kCursorStrength, lanes);
  mouse_.draw(ui);
  ImGui::PopClipRect();
}

void RanksLanes::draw_joins(const RanksFrame& frame, Rect lanes) {
  const RanksPicture& run = frame.view.run();
  const auto& all = run.analysis.matched.collectives;
  joined_collectives(run, frame.view.viewport, frame.ui.px(static_cast<float>(kJoinApartPx)),
                     frame.view.collective(), joins_);
  const Colors& c = frame.ui.color();
  // Over step cells, they are only a hint.
  const float strength = frame.view.measure == RanksMeasure::Activity ? 0.55F : 0.25F;
  for (const JoinedCollective& join : joins_) {
    if (frame.view.collective() == join.collective) continue;
    draw_join(frame, lanes, all[join.collective], faded(c.dim, strength), 1);
  }
  if (const auto selected = frame.view.collective())
    draw_join(frame, lanes, all[*selected], c.selection, frame.ui.px(1.5F));
}

/// Down each rank at its arrival, then across to the next one.
void RanksLanes::draw_join(const RanksFrame& frame, Rect lanes, const MatchedCollective& one,
                           ImU32 color, float thick) const {
  RanksView& view = frame.view;
  ImDrawList& list = *ImGui::GetWindowDrawList();
  const float scroll = std::floor(view.scroll_px());
  const RanksLayout& layout = view.layout();
  std::optional<ImVec2> from;
  std::size_t trace = 0;
  float x = 0;
  bool has_part = false;
  // The line passes through rows that do not take part.
  for (const RanksRow& row : layout.visible(scroll, lanes.height())) {
    if (row.kind == RanksRowKind::Heading) break;
    if (row.kind == RanksRowKind::Rank || !from || trace != row.trace) {
      trace = row.trace;
      const CollectivePart* part = one.part_of(trace);
      has_part = part != nullptr;
      if (has_part) x = lane_x(lanes, view.viewport, part->arrival_ns);
    }
    if (!has_part) continue;
    const float y0 = lanes.y0 + row.y_px - scroll;
    const float most_inset = frame.ui.px(kMostJoinInsetPx);
    const float inset =
        row.kind == RanksRowKind::Rank ? std::min(std::floor(row.height_px * 0.2F), most_inset) : 0;
    const ImVec2 top{std::floor(x) + 0.5F, y0 + inset};
    const ImVec2 bottom{top.x, y0 + row.height_px - inset};
    if (from) list.AddLine(*from, top, color, thick);
    list.AddLine(top, bottom, color, thick);
    from = bottom;
  }
}

}  // namespace lanescope
