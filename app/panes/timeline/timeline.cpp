#include "app/panes/timeline/timeline.h"

#include <algorithm>
#include <cmath>
#include <utility>

#include "app/panes/timeline/facing_gaps.h"
#include "app/panes/timeline/lane_labels.h"
#include "app/panes/timeline/lone_events.h"
#include "app/panes/timeline/mark_flags.h"
#include "app/panes/timeline/trace_target.h"
#include "app/widgets/draw/paint.h"
#include "app/widgets/menu.h"
#include "app/widgets/tooltip.h"

namespace lanescope {
namespace {

constexpr float kOverviewPx = 54;
constexpr float kCursorStrength = 0.7F;
constexpr const char* kMenuId = "lane.menu";

/// Tells the time axis how much of the lanes the details of a narrow window cover.
void take_cover(TraceView& view, Rect lanes) {
  view.covered_px = view.cover.any ? std::max(0.0F, lanes.x1 - view.cover.x0_px) : 0;
  view.viewport.set_covered_px(view.cover.open ? view.covered_px : 0);
}

}  // namespace

void Timeline::draw(const PaneFrame& frame, Rect area, float labels_px, bool with_overview) {
  const Ui& ui = frame.ui;
  frame.view.lanes.set_metrics(LaneMetrics().scaled(ui.style.scale));

  labels_px_ = labels_px;
  Rect overview = area.cut_top(with_overview ? ui.px(kOverviewPx) : 0);
  if (with_overview) fill_rect({area.x0, area.y0, area.x1, area.y0 + 1}, ui.color().line);
  const LaneAreas areas = draw_lane_ground(ui, area, labels_px);
  const TooltipsRightOf names(areas.labels);
  const Rect overview_label = overview.cut_left(labels_px);
  overview.x1 = areas.lanes.x1;
  lanes_ = areas.lanes;
  frame.view.viewport.set_width_px(std::max(lanes_.width(), 1.0F));
  frame.view.lanes.set_height_px(lanes_.height());
  take_cover(frame.view, lanes_);
  ui.mark("lanes", lanes_);
  ui.mark("ruler", areas.ruler);

  // Not where lanes were drawn last: two runs move each other's between frames.
  place_stage(frame.view);
  // Handles the mouse first, so this frame is drawn with the new view.
  handle_mouse(frame, areas);
  const bool held = ImGui::IsMouseDown(ImGuiMouseButton_Left);
  rows_.update(frame, dragging() || held, row_under_mouse(frame));
  if (!with_overview) streams_.update(frame.view);
  draw_path_buttons(frame, areas.ruler_label);
  if (with_overview) overview_.draw(frame, overview_label, overview);
  draw_ruler(frame, areas.ruler);
  draw_lanes(frame, areas.labels, areas.lanes);
  draw_mark_flags(frame, areas.ruler, areas.lanes);
  draw_menu(frame);
  draw_hover(frame);
}

void Timeline::draw_ruler(const PaneFrame& frame, Rect ruler) {
  const TraceView& view = frame.view;
  const TimeRange extent = view.drawn()->extent;
  const bool measures = !extent.empty() || !view.lanes.layout().items.empty();
  ruler_.refresh(frame.ui, view.viewport, measures ? std::optional(extent.begin_ns) : std::nullopt);
  ruler_.draw(frame.ui, ruler,
              {.range = view.selection.range(),
               .cursor_ns = extent.empty() ? std::nullopt : view.mouse.time_ns,
               .kept_free = current_mark_box(frame, ruler)});
}

LaneScene Timeline::scene(const PaneFrame& frame, ImDrawList& list) {
  TraceView& view = frame.view;
  return {{frame.ui, list, view.lanes.layout().metrics, frame.palette,
           labels_.in(frame.ui.face().slice), view.names.shortened, view.search.matches(),
           view.path.lane.get(), view.path.only, lone_events(view)},
          *view.drawn(),
          view.drawn_generation(),
          view.viewport,
          view.selection,
          view.names.roles,
          view.insights,
          memory_.get(),
          owners_.get()};
}

LaneView& Timeline::lane_view(const Lane& lane) {
  std::unique_ptr<LaneView>& view = lane_views_[lane.key];
  if (!view) view = make_lane_view(lane.kind);
  return *view;
}

void Timeline::place_stage(const TraceView& view) {
  stage_.scrolled = lanes_;
  stage_.pinned = stage_.scrolled.cut_top(
      std::min(view.lanes.layout().pinned_height_px, stage_.scrolled.height()));
  stage_.scroll_px = std::floor(view.lanes.scroll_px());
}

void Timeline::draw_lanes(const PaneFrame& frame, Rect labels, Rect lanes) {
  TraceView& view = frame.view;
  const LaneLayout& layout = view.lanes.layout();
  place_stage(view);
  const Colors& c = frame.ui.color();

  ImGui::PushClipRect({labels.x0, lanes.y0}, lanes.max(), true);
  ruler_.draw_grid(frame.ui, lanes);
  draw_range_fill(frame.ui, view.viewport, view.selection.range(), lanes);
  const Rect clip{labels.x0, stage_.scrolled.y0, lanes.x1, lanes.y1};
  draw_items(frame, layout.visible(stage_.scroll_px, stage_.scrolled.height()), false, labels,
             clip);
  draw_facing_gaps(frame, stage_, labels, clip);
  draw_items(frame, layout.pinned, true, labels,
             {labels.x0, lanes.y0, lanes.x1, stage_.scrolled.y0});
  drag_.update(frame, stage_, labels);
  if (!stage_.pinned.empty())
    fill_rect({labels.x0, stage_.scrolled.y0 - 1, lanes.x1, stage_.scrolled.y0}, c.faint);
  ImGui::PopClipRect();

  if (layout.items.empty() && layout.pinned.empty()) {
    const bool hidden = !view.lanes.hidden_keys().empty();
    const std::string_view text = hidden ? "All lanes are hidden; use View › Show all lanes"
                                         : "No events to draw in this file";
    draw_text(frame.ui.face().ui, {lanes.x0 + frame.ui.px(16), lanes.y0 + frame.ui.px(16)}, c.dim,
              text);
  }
  ImGui::PushClipRect(lanes.min(), lanes.max(), true);
  draw_range_edges(frame.ui, view.viewport, view.selection.range(), lanes);
  draw_path_turns(frame, stage_);
  links_.clear();
  arrows_.draw(frame, stage_, links_);
  gap_marks_.draw(frame, stage_, lanes, links_);
  draw_facing_gap_words(frame, stage_, clip);
  links_.draw(frame, stage_);
  draw_cursor(frame.ui, view.viewport, view.mouse.time_ns, kCursorStrength, lanes);
  mouse_.draw(frame.ui);
  ImGui::PopClipRect();
}

void Timeline::draw_items(const PaneFrame& frame, std::span<const LayoutItem> items, bool pinned,
                          Rect labels, Rect clip) {
  const Colors& c = frame.ui.color();
  ImGui::PushClipRect(clip.min(), clip.max(), true);
  for (const LayoutItem& item : items) {
    const Rect row = stage_.item_rect(item, pinned, labels.x0, clip.x1);
    const Rect label{row.x0, row.y0, labels.x1, row.y1};
    const Rect drawing{lanes_.x0, row.y0, lanes_.x1, row.y1};
    if (item.header) {
      fill_rect({drawing.x0, row.y0, lanes_.x1, row.y1 - 1}, mixed(c.background, c.panel, 0.55F));
    }
    ImGui::PushID(pinned ? 1 : 0);
    const bool over = draw_lane_label(frame, item, label, clip, drag_);
    ImGui::PopID();
    if (over && !item.header) frame.view.mouse.lane = item.lane;
    if (!item.header) draw_lane(frame, item, drawing);
    fill_rect({row.x0, row.y1 - 1, row.x1, row.y1}, mixed(c.background, c.line, 0.5F));
  }
  ImGui::PopClipRect();
}

void Timeline::draw_lane(const PaneFrame& frame, const LayoutItem& item, Rect rect) {
  ImDrawList& list = *ImGui::GetWindowDrawList();
  const Lane& lane = frame.view.lanes.tree().at(item.lane);
  frame.ui.mark({"lane.", lane.key}, rect);
  if (lane.kind == LaneKind::MemoryByCategory) {
    memory_ = frame.view.insights.ask(InsightScope::Whole, &device_blocks).value;
    owners_ = frame.view.insights.ask(InsightScope::Whole, &owned_blocks).value;
  }
  ImGui::PushClipRect(rect.min(), rect.max(), true);
  lane_view(lane).draw(scene(frame, list), {lane, item, rect});
  ImGui::PopClipRect();
}

std::optional<Timeline::Found> Timeline::lane_at(const PaneFrame& frame, ImVec2 at) const {
  if (!lanes_.contains(at)) return std::nullopt;
  const LaneLayout& layout = frame.view.lanes.layout();
  const bool pinned = stage_.pinned.contains(at);
  const LayoutItem* found = pinned ? row_at(layout.pinned, at.y - stage_.pinned.y0)
                                   : layout.at(at.y - stage_.scrolled.y0 + stage_.scroll_px);
  if (found == nullptr || found->header) return std::nullopt;
  return Found{found->lane, found, stage_.item_rect(*found, pinned, lanes_.x0, lanes_.x1)};
}

std::optional<LaneRow> Timeline::row_under_mouse(const PaneFrame& frame) const {
  if (!mouse_.on_lanes() && !mouse_.on_labels()) return std::nullopt;
  const float y = ImGui::GetIO().MousePos.y;
  const auto found = lane_at(frame, {lanes_.x0, y});
  if (!found) return std::nullopt;
  const LaneMetrics& metrics = frame.view.lanes.layout().metrics;
  const float rows = (y - found->rect.y0 - metrics.margin_px) / (metrics.slice_px + metrics.gap_px);
  const auto row = static_cast<std::uint32_t>(std::max(rows, 0.0F));
  return LaneRow{found->lane, found->item->first_row + row};
}

std::optional<LaneHit> Timeline::hit_at(const PaneFrame& frame, ImVec2 at) {
  const auto found = lane_at(frame, at);
  if (!found) return std::nullopt;
  const Lane& lane = frame.view.lanes.tree().at(found->lane);
  return lane_view(lane).hit(scene(frame, *ImGui::GetWindowDrawList()),
                             {lane, *found->item, found->rect}, at);
}

void Timeline::handle_mouse(const PaneFrame& frame, const LaneAreas& areas) {
  TraceView& view = frame.view;
  TraceTarget target(
      view, [&](ImVec2 at) { return hit_at(frame, at); }, [&](ImVec2 at) { return links_.at(at); });
  const LaneLayout& layout = view.lanes.layout();
  mouse_.update(frame.ui, areas, layout.pinned_height_px, layout.content_height_px, target);
  view.mouse.time_ns = std::exchange(view.mouse.pane_time_ns, std::nullopt);
  if (mouse_.time_ns()) view.mouse.time_ns = mouse_.time_ns();
  view.mouse.lane.reset();
  if (mouse_.on_lanes()) {
    if (const auto found = lane_at(frame, ImGui::GetIO().MousePos)) view.mouse.lane = found->lane;
  }
  open_menu(frame, areas);
}

void Timeline::open_menu(const PaneFrame& frame, const LaneAreas& areas) {
  const ImVec2 at = ImGui::GetIO().MousePos;
  if (mouse_.wants_menu() && frame.view.mouse.lane) {
    menu_lane_ = *frame.view.mouse.lane;
    const std::optional<LaneHit> hit = hit_at(frame, at);
    menu_event_ = hit && hit->count == 1 ? hit->event : EventId::None;
    ImGui::OpenPopup(kMenuId);
  }
  if (!mouse_.on_labels() || !ImGui::IsMouseReleased(ImGuiMouseButton_Right)) return;
  if (const auto found = lane_at(frame, {areas.lanes.x0, at.y})) {
    menu_lane_ = found->lane;
    menu_event_ = EventId::None;
    ImGui::OpenPopup(kMenuId);
  }
}

void Timeline::draw_menu(const PaneFrame& frame) {
  if (!begin_menu(frame.ui, kMenuId)) return;
  const auto& groups = frame.view.lanes.tree().groups;
  const bool known =
      menu_lane_.group < groups.size() && menu_lane_.lane < groups[menu_lane_.group].lanes.size();
  draw_event_menu(frame, menu_event_);
  if (known) draw_lane_menu(frame, menu_lane_);
  end_menu();
}

void Timeline::draw_hover(const PaneFrame& frame) {
  if (!mouse_.on_lanes() || dragging() || frame.ui.mouse_rests) return;
  const ImVec2 mouse = ImGui::GetIO().MousePos;
  const auto found = lane_at(frame, mouse);
  if (!found || links_.at(mouse) != EventId::None) return;
  const Ui& ui = frame.ui;
  const Lane& lane = frame.view.lanes.tree().at(found->lane);
  const LanePlace place{lane, *found->item, found->rect};
  const LaneScene lanes = scene(frame, *ImGui::GetWindowDrawList());
  const LaneWords reading = lane_view(lane).reading(lanes, place, mouse);
  const std::optional<LaneHit> hit = lane_view(lane).hit(lanes, place, mouse);
  if (!hit && reading.facts.empty()) return;
  const bool about_event = hit && reading.facts.empty();
  // The details that a click has opened say the same, and the box would cover the tabs below.
  if (about_event && frame.view.cover.open && hit->event == frame.view.selection.primary()) return;
  if (about_event && (hit->event != hover_event_ || hit->count != hover_count_ ||
                      hit->range.begin_ns != hover_begin_ns_)) {
    hover_event_ = hit->event;
    hover_count_ = hit->count;
    hover_begin_ns_ = hit->range.begin_ns;
    hover_text_ = hover_text(*frame.view.drawn(), *hit);
  }
  std::vector<TooltipLine> lines;
  const std::string& read_title = reading.title.empty() ? lane.title : reading.title;
  lines.push_back(
      {.label = "", .text = about_event ? hover_text_.title : read_title, .name = about_event});
  if (!reading.sentence.empty())
    lines.push_back({"", reading.sentence, ui.color().dim, &ui.face().ui});
  for (const auto& [label, value] : about_event ? hover_text_.facts : reading.facts) {
    lines.push_back({label, value, 0, &ui.face().mono});
  }
  const std::string lone = about_event ? lone_words(frame.view, *hit) : "";
  if (!lone.empty()) lines.push_back({"Only in", lone, 0, &ui.face().mono});
  const ImU32 of_event =
      hover_text_.colored ? frame.palette.fill_of(hover_text_.role, hover_text_.shade) : 0;
  draw_tooltip(ui, mouse, lines, about_event ? of_event : reading.swatch.value_or(0),
               hovered_row(frame, *found));
}

Rect Timeline::hovered_row(const PaneFrame& frame, const Found& found) const {
  if (!frame.view.lanes.tree().at(found.lane).has_rows()) return {};
  const LaneLayout& layout = frame.view.lanes.layout();
  const auto row = row_under_mouse(frame);
  const float top =
      found.rect.y0 + layout.row_y_px(*found.item, row ? row->row : found.item->first_row);
  return {found.rect.x0, top, found.rect.x1, top + layout.metrics.slice_px};
}

}  // namespace lanescope
