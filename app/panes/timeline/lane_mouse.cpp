#include "app/panes/timeline/lane_mouse.h"

#include <algorithm>
#include <cmath>

#include "app/widgets/draw/paint.h"
#include "app/widgets/scrollbar.h"
#include "core/base/clamped.h"

namespace lanescope {
namespace {

constexpr float kDragFromPx = 4;  // a press that moves less is a click
constexpr float kGripPx = 4;      // how close to the edges of a selected range, on the ruler
constexpr double kZoomPerNotch = 1.3;
constexpr float kPanPerNotchPx = 80;
constexpr float kEdgePanShare = 0.15F;  // of the distance beyond the edge, per frame

bool moved_far(const Ui& ui, ImVec2 from, ImVec2 to) {
  return std::abs(to.x - from.x) >= ui.px(kDragFromPx) ||
         std::abs(to.y - from.y) >= ui.px(kDragFromPx);
}

/// Whether the wheel without a key scrolls what it is over.
bool wheel_alone_scrolls(const Ui& ui, bool on_labels) {
  const ImGuiIO& io = ImGui::GetIO();
  return (on_labels || (ui.wheel_scrolls && !io.KeyShift)) && !io.KeyCtrl;
}

/// Zooms at `at_px`, unless the wheel scrolls; with Shift or a horizontal wheel, pans.
void wheel_over_time(const Ui& ui, Viewport& viewport, double at_px, bool scrolls) {
  const ImGuiIO& io = ImGui::GetIO();
  if (io.MouseWheelH != 0) viewport.pan(io.MouseWheelH * ui.px(kPanPerNotchPx));
  if (io.MouseWheel == 0 || scrolls) return;
  if (io.KeyShift && !io.KeyCtrl) {
    viewport.pan(io.MouseWheel * ui.px(kPanPerNotchPx));
    return;
  }
  // Quick successive notches add up: each starts from the target of the previous one.
  Viewport there = viewport;
  there.set_view(viewport.target());
  there.zoom(std::pow(kZoomPerNotch, io.MouseWheel), at_px);
  viewport.glide_to(there.view());
}

void wheel(const Ui& ui, const LaneGestures::Input& input, Viewport& viewport) {
  const ImGuiIO& io = ImGui::GetIO();
  const bool on_names = input.on_names && io.KeyCtrl;  // the wheel alone scrolls there
  if (!input.on_lanes && !input.on_ruler && !on_names) return;
  wheel_over_time(ui, viewport, on_names ? viewport.width_px() / 2 : io.MousePos.x - input.lanes.x0,
                  input.on_lanes && wheel_alone_scrolls(ui, false));
}

constexpr float kRulerPx = 24;
constexpr float kRightGapPx = 12;  // between the lanes and the panel to their right
constexpr float kLabelWheelPx = 60;

}  // namespace

void LaneGestures::update(const Ui& ui, const Input& input, LaneTarget& target) {
  wants_menu_ = false;
  if (mode_ == Mode::None) {
    wheel(ui, input, target.viewport);
    begin(ui, input, target);
  } else {
    move(ui, input, target);
    if (!ImGui::IsMouseDown(button_)) end(ui, input, target);
  }
  last_at_ = ImGui::GetIO().MousePos;
}

void LaneGestures::begin(const Ui& ui, const Input& input, const LaneTarget& target) {
  if (!input.on_lanes && !input.on_ruler) return;
  const ImGuiIO& io = ImGui::GetIO();
  for (const int button :
       {ImGuiMouseButton_Left, ImGuiMouseButton_Right, ImGuiMouseButton_Middle}) {
    if (!ImGui::IsMouseClicked(button)) continue;
    button_ = button;
    on_ruler_ = input.on_ruler;
    press_at_ = io.MousePos;
    press_ns_ = target.viewport.time_at(io.MousePos.x - input.lanes.x0);
    if (button == ImGuiMouseButton_Left)
      mode_ = io.KeyShift && !on_ruler_ ? Mode::Pan : Mode::Press;
    if (button == ImGuiMouseButton_Right) mode_ = Mode::RightPress;
    if (button == ImGuiMouseButton_Middle) mode_ = Mode::BoxZoom;
    box_ = {press_at_.x, press_at_.y, press_at_.x, press_at_.y};
    const auto range = target.range();
    if (mode_ == Mode::Press && on_ruler_ && range) {
      const float x0 = input.lanes.x0 + static_cast<float>(target.viewport.x_of(range->begin_ns));
      const float x1 = input.lanes.x0 + static_cast<float>(target.viewport.x_of(range->end_ns));
      const float reach = ui.px(kGripPx);
      // Grabbing an edge continues the drag that created the range.
      if (std::abs(press_at_.x - x0) <= reach) press_ns_ = range->end_ns;
      if (std::abs(press_at_.x - x1) <= reach) press_ns_ = range->begin_ns;
    }
    return;
  }
}

void LaneGestures::move(const Ui& ui, const Input& input, LaneTarget& target) {
  const ImVec2 at = ImGui::GetIO().MousePos;
  const bool dragged = moved_far(ui, press_at_, at);
  // A vertical drag alone does not select a range.
  if (mode_ == Mode::Press && std::abs(at.x - press_at_.x) >= ui.px(kDragFromPx)) {
    mode_ = Mode::Range;
  }
  if (mode_ == Mode::RightPress && dragged) mode_ = Mode::Pan;
  if (mode_ == Mode::Range) select_range(input, target);
  if (mode_ == Mode::Pan) {
    target.viewport.pan(at.x - last_at_.x);
    if (at.y != last_at_.y) target.scroll_to(target.scroll_px() - (at.y - last_at_.y));
    ImGui::SetMouseCursor(ImGuiMouseCursor_ResizeAll);
  }
  if (mode_ == Mode::BoxZoom) {
    const float x = clamped(at.x, input.lanes.x0, input.lanes.x1);
    const float y = clamped(at.y, input.ruler.y0, input.lanes.y1);
    box_ = {std::min(press_at_.x, x), std::min(press_at_.y, y), std::max(press_at_.x, x),
            std::max(press_at_.y, y)};
  }
}

void LaneGestures::select_range(const Input& input, LaneTarget& target) const {
  const float x = ImGui::GetIO().MousePos.x;
  Viewport& viewport = target.viewport;
  const float beyond = x < input.lanes.x0 ? x - input.lanes.x0 : std::max(0.0F, x - input.lanes.x1);
  if (beyond != 0) viewport.pan(-beyond * kEdgePanShare);
  const Ns there = viewport.time_at(clamped(x, input.lanes.x0, input.lanes.x1) - input.lanes.x0);
  target.select_range({std::min(press_ns_, there), std::max({press_ns_, there, press_ns_ + 1})});
}

void LaneGestures::end(const Ui& ui, const Input& input, LaneTarget& target) {
  const Mode ended = mode_;
  mode_ = Mode::None;
  const ImVec2 at = ImGui::GetIO().MousePos;
  if (ended == Mode::Press && !moved_far(ui, press_at_, at)) {
    if (on_ruler_)
      target.clear_range();
    else
      target.click(at, ImGui::GetIO().MouseClickedLastCount[ImGuiMouseButton_Left] >= 2);
  }
  if (ended == Mode::RightPress) wants_menu_ = true;
  if (ended == Mode::BoxZoom && box_.width() >= ui.px(kDragFromPx)) {
    const Ns begin_ns = target.viewport.time_at(box_.x0 - input.lanes.x0);
    const Ns end_ns = target.viewport.time_at(box_.x1 - input.lanes.x0);
    target.viewport.glide_to(TimeRange{begin_ns, end_ns});
  }
}

void LaneGestures::draw(const Ui& ui) const {
  if (mode_ != Mode::BoxZoom || box_.width() < 1) return;
  ImDrawList& list = *ImGui::GetWindowDrawList();
  list.AddRectFilled(box_.min(), box_.max(), ui.color().range);
  list.AddRect(box_.min(), box_.max(), ui.color().accent);
}

LaneAreas draw_lane_ground(const Ui& ui, Rect area, float labels_px) {
  LaneAreas areas;
  areas.right = area.x1;
  areas.ruler = area.cut_top(ui.px(kRulerPx));
  areas.lanes = area;
  areas.ruler_label = areas.ruler.cut_left(labels_px);
  areas.labels = areas.lanes.cut_left(labels_px);
  areas.ruler.x1 = areas.lanes.x1 -= ui.px(kRightGapPx);
  const Colors& c = ui.color();
  fill_rect({areas.labels.x0, areas.labels.y0, area.x1, area.y1}, c.background);
  fill_rect(areas.labels, c.panel);
  fill_rect({areas.labels.x0, areas.ruler.y1 - 1, areas.right, areas.ruler.y1}, c.line);
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
  // Whether the mouse is over the lanes, and nothing in front of them, is known since the last
  // frame.
  if ((on_labels_ || on_lanes_) && io.MouseWheel != 0 && wheel_alone_scrolls(ui, on_labels_)) {
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
