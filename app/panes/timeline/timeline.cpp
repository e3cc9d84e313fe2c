#include "app/panes/timeline/timeline.h"

#include <algorithm>
#include <cmath>
#include <utility>

#include "app/panes/timeline/lane_labels.h"
#include "app/panes/timeline/lane_menu.h"
#include "app/panes/timeline/mark_flags.h"
#include "app/panes/timeline/path_marks.h"
#include "app/widgets/draw/text.h"
#include "app/widgets/menu.h"
#include "app/widgets/scrollbar.h"
#include "app/widgets/tooltip.h"
#include "core/base/clamped.h"

namespace lanescope {
namespace {

constexpr float kOverviewPx = 54;
constexpr float kRulerPx = 24;
constexpr float kRightGapPx = 12;  // between the lanes and the panel at their right
constexpr float kLabelWheelPx = 60;
constexpr float kGapIndentPx = 30;
constexpr float kTickPx = 92;  // major ticks are at least that far apart
constexpr const char* kMenuId = "lane.menu";

/// Those that another run beside this one does not have; null without such a run.
const LoneEvents* lone_events(const TraceView& view) {
  if (view.comparison == nullptr || !view.comparison->aligned()) return nullptr;
  const AlignedPair& pair = *view.comparison->aligned();
  return (view.side == RunSide::A ? pair.a : pair.b) == view.snapshot() ? &pair.lone_in(view.side)
                                                                        : nullptr;
}

}  // namespace

void Timeline::draw(const PaneFrame& frame, Rect area, float labels_px, bool with_overview) {
  const Ui& ui = frame.ui;
  const Colors& c = ui.color();
  ImDrawList& list = *ImGui::GetWindowDrawList();
  frame.view.set_metrics(LaneMetrics().scaled(ui.style.scale));

  labels_px_ = labels_px;
  Rect overview = area.cut_top(with_overview ? ui.px(kOverviewPx) : 0);
  Rect ruler = area.cut_top(ui.px(kRulerPx));
  Rect lanes = area;
  const Rect overview_label = overview.cut_left(labels_px);
  const Rect ruler_label = ruler.cut_left(labels_px);
  const Rect labels = lanes.cut_left(labels_px);
  lanes.x1 -= ui.px(kRightGapPx);
  overview.x1 = ruler.x1 = lanes.x1;
  lanes_ = lanes;
  frame.view.viewport.set_width_px(std::max(lanes.width(), 1.0F));
  frame.view.set_lanes_height_px(lanes.height());
  ui.mark("lanes", lanes);
  ui.mark("ruler", ruler);

  list.AddRectFilled({labels.x0, lanes.y0}, {area.x1, area.y1}, c.background);
  list.AddRectFilled(labels.min(), labels.max(), c.panel);
  const float right = area.x1;
  if (with_overview)
    list.AddRectFilled({overview_label.x0, overview.y1}, {right, overview.y1 + 1}, c.line);
  list.AddRectFilled({ruler_label.x0, ruler.y1 - 1}, {right, ruler.y1}, c.line);

  // The mouse first: what is drawn then shows the view it made.
  handle_mouse(frame, labels, ruler, lanes);
  draw_path_buttons(frame, ruler_label);
  if (with_overview) overview_.draw(frame, overview_label, overview);
  ruler_.refresh(frame.view, ui.px(kTickPx));
  ruler_.draw(frame, ruler);
  draw_lanes(frame, labels, lanes);
  draw_mark_flags(frame, ruler, lanes);
  draw_menu(frame);
  draw_hover(frame);
}

LaneScene Timeline::scene(const PaneFrame& frame, ImDrawList& list) {
  TraceView& view = frame.view;
  return {frame.ui,
          list,
          *view.drawn(),
          view.drawn_generation(),
          view.viewport,
          view.layout().metrics,
          frame.palette,
          view.selection,
          labels_.in(frame.ui.face().slice),
          view.roles,
          view.names,
          view.insights,
          view.search.matches(),
          memory_.get(),
          view.path(),
          view.path_only,
          lone_events(view)};
}

LaneView& Timeline::lane_view(const Lane& lane) {
  std::unique_ptr<LaneView>& view = lane_views_[lane.key];
  if (!view) view = make_lane_view(lane.kind);
  return *view;
}

void Timeline::draw_lanes(const PaneFrame& frame, Rect labels, Rect lanes) {
  TraceView& view = frame.view;
  const LaneLayout& layout = view.layout();
  const float pinned_px = std::min(layout.pinned_height_px, lanes.height());
  stage_.pinned = {lanes.x0, lanes.y0, lanes.x1, lanes.y0 + pinned_px};
  stage_.scrolled = {lanes.x0, lanes.y0 + pinned_px, lanes.x1, lanes.y1};
  stage_.scroll_px = std::floor(view.scroll_px());
  ImDrawList& list = *ImGui::GetWindowDrawList();
  const Colors& c = frame.ui.color();

  ImGui::PushClipRect({labels.x0, lanes.y0}, lanes.max(), true);
  ruler_.draw_grid(frame, lanes);
  draw_range_fill(frame, lanes);
  const Rect clip{labels.x0, stage_.scrolled.y0, lanes.x1, lanes.y1};
  draw_items(frame, layout.visible(stage_.scroll_px, stage_.scrolled.height()), false, labels,
             clip);
  draw_gaps(frame, labels, clip);
  draw_items(frame, layout.pinned, true, labels,
             {labels.x0, lanes.y0, lanes.x1, stage_.scrolled.y0});
  drag_.update(frame, stage_, labels);
  if (pinned_px > 0) {
    list.AddRectFilled({labels.x0, stage_.scrolled.y0 - 1}, {lanes.x1, stage_.scrolled.y0},
                       c.faint);
  }
  ImGui::PopClipRect();

  if (layout.items.empty() && layout.pinned.empty()) {
    const bool hidden = !view.lanes.hidden_keys().empty();
    const std::string_view text =
        hidden ? "All lanes are hidden: View, Show all lanes" : "No events to draw in this file";
    draw_text(list, frame.ui.face().ui, {lanes.x0 + frame.ui.px(16), lanes.y0 + frame.ui.px(16)},
              c.dim, text);
  }
  ImGui::PushClipRect(lanes.min(), lanes.max(), true);
  draw_range_edges(frame, lanes);
  draw_path_turns(frame, stage_);
  arrows_.draw(frame, stage_);
  gap_marks_.draw(frame, stage_, lanes);
  draw_cursor(frame, lanes);
  gestures_.draw(frame);
  ImGui::PopClipRect();
}

void Timeline::draw_items(const PaneFrame& frame, std::span<const LayoutItem> items, bool pinned,
                          Rect labels, Rect clip) {
  ImDrawList& list = *ImGui::GetWindowDrawList();
  const Colors& c = frame.ui.color();
  ImGui::PushClipRect(clip.min(), clip.max(), true);
  for (const LayoutItem& item : items) {
    const Rect row = stage_.item_rect(item, pinned, labels.x0, clip.x1);
    const Rect label{row.x0, row.y0, labels.x1, row.y1};
    const Rect drawing{lanes_.x0, row.y0, lanes_.x1, row.y1};
    if (item.header) {
      list.AddRectFilled({drawing.x0, row.y0}, {lanes_.x1, row.y1 - 1},
                         mixed(c.background, c.panel, 0.55F));
    }
    ImGui::PushID(pinned ? 1 : 0);
    const bool over = draw_lane_label(frame, item, label, clip, drag_);
    ImGui::PopID();
    if (over && !item.header) frame.view.hovered_lane = item.lane;
    if (!item.header) draw_lane(frame, item, drawing);
    list.AddRectFilled({row.x0, row.y1 - 1}, {row.x1, row.y1}, mixed(c.background, c.line, 0.5F));
  }
  ImGui::PopClipRect();
}

void Timeline::draw_gaps(const PaneFrame& frame, Rect labels, Rect clip) const {
  const Ui& ui = frame.ui;
  const Colors& c = ui.color();
  ImDrawList& list = *ImGui::GetWindowDrawList();
  ImGui::PushClipRect(clip.min(), clip.max(), true);
  for (const LayoutGap& gap : frame.view.layout().gaps) {
    const float y0 = stage_.scrolled.y0 + gap.y_px - stage_.scroll_px, y1 = y0 + gap.height_px;
    if (y1 <= clip.y0 || y0 >= clip.y1) continue;
    list.AddRectFilled({labels.x0, y0}, {lanes_.x1, y1 - 1}, mixed(c.background, c.panel, 0.55F));
    list.AddRectFilled({labels.x0, y1 - 1}, {lanes_.x1, y1}, mixed(c.background, c.line, 0.5F));
    const Face& face = ui.face().small;
    const float x = labels.x0 + ui.px(kGapIndentPx), y = centered_y(face, y0, y1);
    draw_text_fitted(list, face, {x, y}, labels.x1 - x - ui.px(8), c.faint, gap.title);
    draw_text(list, face, {lanes_.x0 + ui.px(8), y}, c.faint,
              frame.view.side == RunSide::A ? "only in B" : "only in A");
  }
  ImGui::PopClipRect();
}

void Timeline::draw_lane(const PaneFrame& frame, const LayoutItem& item, Rect rect) {
  ImDrawList& list = *ImGui::GetWindowDrawList();
  const Lane& lane = frame.view.tree().at(item.lane);
  frame.ui.mark({"lane.", lane.key}, rect);
  if (lane.kind == LaneKind::MemoryByCategory)
    memory_ = frame.view.insights.ask(InsightScope::Whole, &device_blocks).value;
  ImGui::PushClipRect(rect.min(), rect.max(), true);
  lane_view(lane).draw(scene(frame, list), {lane, item, rect});
  ImGui::PopClipRect();
}

std::optional<Timeline::Found> Timeline::lane_at(const PaneFrame& frame, ImVec2 at) const {
  if (!lanes_.contains(at)) return std::nullopt;
  const LaneLayout& layout = frame.view.layout();
  const LayoutItem* found = nullptr;
  bool pinned = false;
  if (stage_.pinned.contains(at)) {
    pinned = true;
    for (const LayoutItem& item : layout.pinned) {
      const float y = at.y - stage_.pinned.y0;
      if (y >= item.y_px && y < item.bottom_px()) found = &item;
    }
  } else {
    found = layout.at(at.y - stage_.scrolled.y0 + stage_.scroll_px);
  }
  if (found == nullptr || found->header) return std::nullopt;
  return Found{found->lane, found, stage_.item_rect(*found, pinned, lanes_.x0, lanes_.x1)};
}

std::optional<LaneHit> Timeline::hit_at(const PaneFrame& frame, ImVec2 at) {
  const auto found = lane_at(frame, at);
  if (!found) return std::nullopt;
  const Lane& lane = frame.view.tree().at(found->lane);
  return lane_view(lane).hit(scene(frame, *ImGui::GetWindowDrawList()),
                             {lane, *found->item, found->rect}, at);
}

void Timeline::handle_mouse(const PaneFrame& frame, Rect labels, Rect ruler, Rect lanes) {
  const Ui& ui = frame.ui;
  TraceView& view = frame.view;
  const ImGuiIO& io = ImGui::GetIO();
  view.hovered_lane.reset();
  const float content_px = view.layout().content_height_px;
  const Rect bar{lanes.x0, lanes.y0 + view.layout().pinned_height_px, lanes.x1 + ui.px(kRightGapPx),
                 lanes.y1};
  const float scrolled = scrollbar(ui, "lanes.scroll", bar, content_px, view.scroll_px());
  if (scrolled != view.scroll_px()) view.scroll_to(scrolled);
  const bool on_names = ImGui::IsWindowHovered() && labels.contains(io.MousePos);
  if (on_names && io.MouseWheel != 0 && !io.KeyCtrl) {
    view.scroll_to(clamped_scroll(view.scroll_px() - io.MouseWheel * ui.px(kLabelWheelPx),
                                  content_px, bar.height()));
  }
  const Press on_ruler = press_area(ui, "ruler.press", ruler);
  if (!lanes.empty()) mouse_area("lanes.press", lanes, kAllMouseButtons);
  mouse_in_lanes_ = !lanes.empty() && ImGui::IsItemHovered();
  const LaneGestures::Input input{lanes, ruler, mouse_in_lanes_, on_ruler.hovered, on_names, this};
  gestures_.update(frame, input);
  const bool in_time = mouse_in_lanes_ || on_ruler.hovered || dragging();
  view.cursor_ns = std::exchange(view.pane_cursor_ns, std::nullopt);
  if (in_time)
    view.cursor_ns = view.viewport.time_at(clamped(io.MousePos.x, lanes.x0, lanes.x1) - lanes.x0);
  if (mouse_in_lanes_) {
    if (const auto found = lane_at(frame, io.MousePos)) view.hovered_lane = found->lane;
  }
  if (gestures_.wants_menu() && view.hovered_lane) {
    menu_lane_ = *view.hovered_lane;
    const std::optional<LaneHit> hit = hit_at(frame, io.MousePos);
    menu_event_ = hit && hit->count == 1 ? hit->event : EventId::None;
    ImGui::OpenPopup(kMenuId);
  }
  if (on_names && ImGui::IsMouseReleased(ImGuiMouseButton_Right)) {
    const Rect everywhere{-1e6F, lanes.y0, 1e6F, lanes.y1};
    const ImVec2 in_lanes{lanes.x0, io.MousePos.y};
    if (const auto found = lane_at(frame, in_lanes); found && everywhere.contains(io.MousePos)) {
      menu_lane_ = found->lane;
      menu_event_ = EventId::None;
      ImGui::OpenPopup(kMenuId);
    }
  }
}

void Timeline::draw_menu(const PaneFrame& frame) {
  if (!begin_menu(frame.ui, kMenuId)) return;
  const auto& groups = frame.view.tree().groups;
  const bool known =
      menu_lane_.group < groups.size() && menu_lane_.lane < groups[menu_lane_.group].lanes.size();
  draw_event_menu(frame, menu_event_);
  if (known) draw_lane_menu(frame, menu_lane_);
  end_menu();
}

void Timeline::draw_hover(const PaneFrame& frame) {
  if (!mouse_in_lanes_ || dragging()) return;
  const ImVec2 mouse = ImGui::GetIO().MousePos;
  const auto found = lane_at(frame, mouse);
  if (!found) return;
  const Ui& ui = frame.ui;
  const Lane& lane = frame.view.tree().at(found->lane);
  const LanePlace place{lane, *found->item, found->rect};
  const LaneScene lanes = scene(frame, *ImGui::GetWindowDrawList());
  const LaneWords reading = lane_view(lane).reading(lanes, place, mouse);
  const std::optional<LaneHit> hit = lane_view(lane).hit(lanes, place, mouse);
  if (!hit && reading.facts.empty()) return;
  const bool about_event = hit && reading.facts.empty();
  if (about_event && (hit->event != hover_event_ || hit->count != hover_count_ ||
                      hit->range.begin_ns != hover_begin_ns_)) {
    hover_event_ = hit->event;
    hover_count_ = hit->count;
    hover_begin_ns_ = hit->range.begin_ns;
    hover_text_ = hover_text(*frame.view.drawn(), *hit);
  }
  std::vector<TooltipLine> lines;
  const std::string& read_title = reading.title.empty() ? lane.title : reading.title;
  lines.push_back({"", about_event ? hover_text_.title : read_title, 0, &ui.face().ui});
  if (!reading.sentence.empty())
    lines.push_back({"", reading.sentence, ui.color().dim, &ui.face().ui});
  for (const auto& [label, value] : about_event ? hover_text_.facts : reading.facts) {
    lines.push_back({label, value, 0, &ui.face().mono});
  }
  const bool swatch = about_event ? hover_text_.colored : reading.role.has_value();
  const ColorRole role = about_event ? hover_text_.role : reading.role.value_or(ColorRole::Compute);
  draw_tooltip(ui, mouse, lines,
               swatch ? frame.palette.fill_of(role, about_event ? hover_text_.shade : 0) : 0);
}

}  // namespace lanescope
