#include "app/panes/timeline/lane_mouse.h"

#include "app/widgets/scrollbar.h"
#include "core/base/clamped.h"

namespace lanescope {
namespace {

constexpr float kRulerPx = 24;
constexpr float kRightGapPx = 12;  // between the lanes and the panel at their right
constexpr float kLabelWheelPx = 60;

}  // namespace

LaneAreas draw_lane_ground(const Ui& ui, Rect area, float labels_px) {
  LaneAreas areas;
  areas.right = area.x1;
  areas.ruler = area.cut_top(ui.px(kRulerPx));
  areas.lanes = area;
  areas.ruler_label = areas.ruler.cut_left(labels_px);
  areas.labels = areas.lanes.cut_left(labels_px);
  areas.ruler.x1 = areas.lanes.x1 -= ui.px(kRightGapPx);
  const Colors& c = ui.color();
  ImDrawList& list = *ImGui::GetWindowDrawList();
  list.AddRectFilled(areas.labels.min(), area.max(), c.background);
  list.AddRectFilled(areas.labels.min(), areas.labels.max(), c.panel);
  list.AddRectFilled({areas.labels.x0, areas.ruler.y1 - 1}, {areas.right, areas.ruler.y1}, c.line);
  return areas;
}

void LaneMouse::update(const Ui& ui, const LaneAreas& areas, float pinned_px, float content_px,
                       LaneTarget& target) {
  const ImGuiIO& io = ImGui::GetIO();
  const Rect& lanes = areas.lanes;
  const Rect bar{lanes.x0, lanes.y0 + pinned_px, areas.right, lanes.y1};
  const float scrolled = scrollbar(ui, "lanes.scroll", bar, content_px, target.scroll_px());
  if (scrolled != target.scroll_px()) target.scroll_to(scrolled);
  on_labels_ = ImGui::IsWindowHovered() && areas.labels.contains(io.MousePos);
  if (on_labels_ && io.MouseWheel != 0 && !io.KeyCtrl) {
    target.scroll_to(clamped_scroll(target.scroll_px() - io.MouseWheel * ui.px(kLabelWheelPx),
                                    content_px, bar.height()));
  }
  const Press on_ruler = press_area(ui, "ruler.press", areas.ruler);
  if (!lanes.empty()) mouse_area("lanes.press", lanes, kAllMouseButtons);
  on_lanes_ = !lanes.empty() && ImGui::IsItemHovered();
  gestures_.update(ui, {lanes, areas.ruler, on_lanes_, on_ruler.hovered, on_labels_}, target);
  time_ns_.reset();
  if (on_lanes_ || on_ruler.hovered || dragging())
    time_ns_ = target.viewport.time_at(clamped(io.MousePos.x, lanes.x0, lanes.x1) - lanes.x0);
}

}  // namespace lanescope
