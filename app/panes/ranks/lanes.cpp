#include "app/panes/ranks/lanes.h"

#include <algorithm>
#include <cmath>

#include <fmt/format.h>

#include "app/widgets/draw/text.h"
#include "core/base/clamped.h"
#include "core/view/ranks/text.h"
#include "core/view/text/time_text.h"

namespace lanescope {
namespace {

constexpr float kRulerPx = 24;
constexpr float kTickPx = 92;
constexpr double kJoinApartPx = 18;

/// In pixels of the lanes, kept where ImGui's floats are exact.
float lane_x(Rect lanes, const Viewport& axis, Ns time_ns) {
  return lanes.x0 + static_cast<float>(clamped(axis.x_of(time_ns), -1e5, 1e5));
}

}  // namespace

void RanksLanes::draw(const RanksFrame& frame, Rect area, float labels_px) {
  const Ui& ui = frame.ui;
  const Colors& c = ui.color();
  ImDrawList& list = *ImGui::GetWindowDrawList();
  RanksView& view = frame.view;
  view.set_metrics(RanksRowMetrics().scaled(ui.style.scale));
  const Rect head = area.cut_top(head_px(frame, area.width()));
  Rect ruler = area.cut_top(ui.px(kRulerPx));
  Rect lanes = area;
  ruler.cut_left(labels_px);
  const Rect labels = lanes.cut_left(labels_px);
  lanes.x1 -= ui.px(kRightGapPx);
  ruler.x1 = lanes.x1;
  lanes_ = lanes;
  view.viewport.set_width_px(std::max(lanes.width(), 1.0F));
  view.set_rows_height_px(lanes.height());
  ui.mark("ranks.lanes", lanes);
  list.AddRectFilled({labels.x0, lanes.y0}, {area.x1, area.y1}, c.background);
  list.AddRectFilled(labels.min(), labels.max(), c.panel);
  list.AddRectFilled(head.min(), head.max(), c.panel);
  list.AddRectFilled({head.x0, head.y1 - 1}, head.max(), c.line);
  list.AddRectFilled({labels.x0, ruler.y1 - 1}, {area.x1, ruler.y1}, c.line);
  // The mouse first: what is drawn then shows the view it made.
  handle_mouse(frame, labels, lanes);
  draw_head(frame, head);
  draw_ruler(frame, ruler, lanes);
  draw_rows(frame, labels, lanes);
  draw_hover(frame);
}

void RanksLanes::draw_ruler(const RanksFrame& frame, Rect strip, Rect lanes) {
  const Ui& ui = frame.ui;
  RanksView& view = frame.view;
  ImDrawList& list = *ImGui::GetWindowDrawList();
  const Face& face = ui.face().small;
  ruler_ = make_ruler(view.viewport, view.run().extent.begin_ns, ui.px(kTickPx));
  ImGui::PushClipRect(strip.min(), {lanes.x1, lanes.y1}, true);
  for (const RulerTick& tick : ruler_.ticks) {
    const float x = strip.x0 + std::floor(static_cast<float>(tick.x_px));
    list.AddRectFilled({x, strip.y1 - ui.px(tick.major ? 9 : 4)}, {x + 1, strip.y1},
                       tick.major ? ui.color().faint : ui.color().line);
    if (!tick.major) continue;
    list.AddRectFilled({x, lanes.y0}, {x + 1, lanes.y1}, ui.color().grid);
    if (x + ui.px(5) + text_width(face, tick.label) > strip.x1) continue;
    draw_text(list, face, {x + ui.px(5), centered_y(face, strip.y0, strip.y1 - ui.px(2))},
              ui.color().dim, tick.label);
  }
  const Face& mono = ui.face().mono;
  const auto box = [&](double x_px, const std::string& text, ImU32 fill) {
    const float half = std::ceil(text_width(mono, text) / 2) + ui.px(8);
    const float x = clamped(strip.x0 + static_cast<float>(x_px), strip.x0 + half,
                            std::max(strip.x0 + half, strip.x1 - half));
    const Rect at{std::floor(x - half), strip.y0 + ui.px(2), std::floor(x + half),
                  strip.y1 - ui.px(2)};
    list.AddRectFilled(at.min(), at.max(), fill, ui.px(4));
    draw_text(list, mono, {at.x0 + ui.px(8), centered_y(mono, at.y0, at.y1)}, ui.color().text,
              text);
  };
  if (view.cursor_ns) {
    box(view.viewport.x_of(*view.cursor_ns),
        format_exact_time(*view.cursor_ns - view.run().extent.begin_ns), ui.color().raised);
  }
  if (view.range) {
    const double middle = (clamped(view.viewport.x_of(view.range->begin_ns), 0.0, 1e5) +
                           clamped(view.viewport.x_of(view.range->end_ns), 0.0, 1e5)) /
                          2;
    box(middle, format_duration(view.range->length_ns()),
        mixed(ui.color().panel, ui.color().accent, 0.28F));
  }
  ImGui::PopClipRect();
}

void RanksLanes::draw_rows(const RanksFrame& frame, Rect labels, Rect lanes) {
  const Ui& ui = frame.ui;
  RanksView& view = frame.view;
  const Colors& c = ui.color();
  ImDrawList& list = *ImGui::GetWindowDrawList();
  const RanksLayout& layout = view.layout();
  const float scroll = std::floor(view.scroll_px());
  const Rect clip{labels.x0, lanes.y0, lanes.x1, lanes.y1};
  ImGui::PushClipRect(clip.min(), clip.max(), true);
  for (const RanksRow& row : layout.visible(scroll, lanes.height())) {
    const float y = lanes.y0 + row.y_px - scroll;
    const Rect label{labels.x0, y, labels.x1, y + row.height_px};
    const Rect rect{lanes.x0, y, lanes.x1, y + row.height_px};
    const bool apart = row.kind != RanksRowKind::Heading && !view.run().aligned(row.trace);
    if (apart) list.AddRectFilled(rect.min(), rect.max(), mixed(c.background, c.warning, 0.05F));
    if (row.kind == RanksRowKind::Rank) ui.mark({"ranks.row.", fmt::to_string(row.trace)}, rect);
    ImGui::PushClipRect({lanes.x0, clip.y0}, clip.max(), true);
    rows_.draw(frame, {row, rect}, labels_.in(frame.ui.face().slice));
    ImGui::PopClipRect();
    draw_label(frame, row, label, clip);
    list.AddRectFilled({label.x0, label.y1 - 1}, {rect.x1, rect.y1},
                       mixed(c.background, c.line, 0.5F));
  }
  ImGui::PopClipRect();
  ImGui::PushClipRect(lanes.min(), lanes.max(), true);
  if (view.range) {
    const float x0 = lane_x(lanes, view.viewport, view.range->begin_ns);
    const float x1 = lane_x(lanes, view.viewport, view.range->end_ns);
    list.AddRectFilled({x0, lanes.y0}, {std::max(x1, x0 + 1), lanes.y1}, c.range);
  }
  draw_joins(frame, lanes);
  if (view.cursor_ns && mouse_in_lanes_) {
    const float x = std::floor(lane_x(lanes, view.viewport, *view.cursor_ns));
    list.AddRectFilled({x, lanes.y0}, {x + 1, lanes.y1}, faded(c.dim, 0.5F));
  }
  ImGui::PopClipRect();
}

void RanksLanes::draw_joins(const RanksFrame& frame, Rect lanes) {
  const RanksPicture& run = frame.view.run();
  const auto& all = run.analysis.matched.collectives;
  joined_collectives(run, frame.view.viewport, frame.ui.px(static_cast<float>(kJoinApartPx)),
                     frame.view.collective(), joins_);
  const Colors& c = frame.ui.color();
  // Beside the cells of steps they are only a hint.
  const float strength = frame.view.measure == RanksMeasure::Activity ? 0.55F : 0.25F;
  for (const JoinedCollective& join : joins_) {
    if (frame.view.collective() == join.collective) continue;
    draw_join(frame, lanes, all[join.collective], faded(c.dim, strength), 1);
  }
  if (const auto selected = frame.view.collective())
    draw_join(frame, lanes, all[*selected], c.selection, frame.ui.px(1.5F));
}

/// Down each rank at its arrival, then over to the next one.
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
  // Rows without a part let the line pass through.
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
    const float inset = row.kind == RanksRowKind::Rank ? std::floor(row.height_px * 0.2F) : 0;
    const ImVec2 top{std::floor(x) + 0.5F, y0 + inset};
    const ImVec2 bottom{top.x, y0 + row.height_px - inset};
    if (from) list.AddLine(*from, top, color, thick);
    list.AddLine(top, bottom, color, thick);
    from = bottom;
  }
}

}  // namespace lanescope
