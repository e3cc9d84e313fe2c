// Mouse and keyboard in a flame graph.
#include <algorithm>
#include <cmath>

#include "app/panes/flame/canvas.h"
#include "app/widgets/clipboard.h"
#include "app/widgets/draw/paint.h"
#include "core/view/navigation/navigation.h"
#include "core/view/text/time_text.h"

namespace lanescope {
namespace {

constexpr double kZoomPerNotch = 1.25;
constexpr float kScrollPerNotchPx = 57;
constexpr float kDragFromPx = 3;
constexpr float kScrollbarPx = 9;
constexpr float kLinePx = 19;

}  // namespace

void FlameCanvas::handle_mouse(const FlameScene& scene, Rect area) {
  menu_.reset();
  const ImGuiIO& io = ImGui::GetIO();
  const Ui& ui = scene.frame.ui;
  const Rect lines{area.x0, area.y0, area.x1 - ui.px(kScrollbarPx), area.y1};
  if (lines.empty()) return;
  const bool clicked = mouse_area(
      "flame.press", lines, ImGuiButtonFlags_MouseButtonLeft | ImGuiButtonFlags_MouseButtonRight);
  const bool hovered = ImGui::IsItemHovered();
  if (ImGui::IsMouseClicked(ImGuiMouseButton_Left)) has_keys_ = hovered;
  if (hovered) handle_wheel(scene, area);
  if (ImGui::IsItemActive() && ImGui::IsMouseDragging(ImGuiMouseButton_Left, ui.px(kDragFromPx))) {
    dragging_ = true;
    zoom_.pan(scene.tree, -static_cast<double>(io.MouseDelta.x) / area.width());
    scroll_px_ -= io.MouseDelta.y;
  }
  const bool dragged = dragging_;
  if (!ImGui::IsMouseDown(ImGuiMouseButton_Left)) dragging_ = false;
  if (!hovered || !hovered_ || hovered_count_ > 1) return;
  if (clicked && !dragged && ImGui::IsMouseReleased(ImGuiMouseButton_Right)) {
    menu_ = selected_ = hovered_;
    has_keys_ = true;
  }
  if (ImGui::IsMouseDoubleClicked(ImGuiMouseButton_Left)) {
    zoom_to(scene, *hovered_);
  } else if (clicked && !dragged && ImGui::IsMouseReleased(ImGuiMouseButton_Left) &&
             io.MouseClickedLastCount[ImGuiMouseButton_Left] == 1) {
    click(scene, *hovered_);
  }
}

void FlameCanvas::handle_wheel(const FlameScene& scene, Rect area) {
  const ImGuiIO& io = ImGui::GetIO();
  if (io.MouseWheelH != 0) zoom_.pan(scene.tree, -static_cast<double>(io.MouseWheelH) * 0.1);
  if (io.MouseWheel == 0) return;
  if (io.KeyShift) {
    scroll_px_ -= io.MouseWheel * scene.frame.ui.px(kScrollPerNotchPx);
  } else {
    zoom_.zoom(scene.tree, std::pow(kZoomPerNotch, io.MouseWheel),
               static_cast<double>(io.MousePos.x - area.x0) / area.width());
  }
}

void FlameCanvas::handle_keys(const FlameScene& scene) {
  const ImGuiIO& io = ImGui::GetIO();
  if (!has_keys_ || io.NavVisible || io.WantTextInput || io.KeyAlt || io.KeySuper) return;
  if (!selected_) {
    if (!io.KeyCtrl && ImGui::IsKeyPressed(ImGuiKey_DownArrow)) selected_ = FlameSpot{};
    return;
  }
  if (io.KeyCtrl && ImGui::IsKeyPressed(ImGuiKey_C, false)) {
    const FlameTree& of = tree_of(scene, selected_->caller);
    copy_text(scene.frame.ui, flame_stack_text(scene.trace(), of, selected_->node), "the stack");
  }
  if (io.KeyCtrl) return;
  const FlameTree& tree = tree_of(scene, selected_->caller);
  const auto walk = [&](ImGuiKey key, FlameStep step) {
    if (!ImGui::IsKeyPressed(key)) return;
    const FlameSpot there{selected_->caller, flame_neighbour(tree, selected_->node, step)};
    if (there == *selected_) return;
    click(scene, there);
    show_line(scene, there);
  };
  const bool caller = selected_->caller;  // callers grow upward
  walk(ImGuiKey_UpArrow, caller ? FlameStep::In : FlameStep::Out);
  walk(ImGuiKey_DownArrow, caller ? FlameStep::Out : FlameStep::In);
  walk(ImGuiKey_LeftArrow, FlameStep::Left);
  walk(ImGuiKey_RightArrow, FlameStep::Right);
  if (ImGui::IsKeyPressed(ImGuiKey_Enter, false)) zoom_to(scene, *selected_);
}

/// Goes to the longest event of the frame. The graph may be of the run that is not active.
void FlameCanvas::click_changes(const FlameScene& scene, FlameSpot spot) {
  selected_ = spot;
  const EventId event = scene.tree.nodes[spot.node].longest;
  if (event != EventId::None)
    scene.frame.view.requests.emplace_back(GoToRunEvent{scene.changes->side, event});
}

void FlameCanvas::click(const FlameScene& scene, FlameSpot spot) {
  if (scene.changes != nullptr && scene.changes->side != scene.frame.view.run.side)
    return click_changes(scene, spot);
  TraceView& view = scene.frame.view;
  const FlameNode& node = tree_of(scene, spot.caller).nodes[spot.node];
  EventId event = node.longest;
  if (selected_ == spot && node.calls > 1) {
    const EventId next =
        neighbour_of_name(*view.snapshot(), view.selection.primary(), Direction::Next);
    if (next != EventId::None) event = next;
  }
  selected_ = spot;
  view.go_to(event);
}

void FlameCanvas::zoom_to(const FlameScene& scene, FlameSpot spot) {
  const FlameTree& tree = tree_of(scene, spot.caller);
  focus_ = spot;
  path_ = tree.path(spot.node);
  if (spot.node == 0) {
    zoom_.reset(tree);
  } else {
    zoom_.show(tree, tree.nodes[spot.node]);
  }
  show_line(scene, spot);
}

void FlameCanvas::show_line(const FlameScene& scene, FlameSpot spot) {
  const float pitch = scene.frame.ui.px(kLinePx);
  const float y = static_cast<float>(line_of(scene, spot)) * pitch;
  if (y < scroll_px_ + pitch) scroll_px_ = std::max(0.0F, y - pitch);
  if (y + 2 * pitch > scroll_px_ + height_px_) scroll_px_ = y + 2 * pitch - height_px_;
}

void FlameCanvas::draw_path(const FlameScene& scene, Rect row) {
  const Ui& ui = scene.frame.ui;
  const Snapshot& snapshot = scene.trace();
  const Face& face = ui.face().small;
  const float y = centered_y(face, row);
  const auto step = [&](FlameSpot spot, bool last) {
    const FlameNode& node = tree_of(scene, spot.caller).nodes[spot.node];
    const std::string_view name = names_.of(snapshot, scene.names(), node);
    const float width = std::min(text_width(face, name), ui.px(220));
    const Rect at{row.x0, row.y0, row.x0 + width + 1, row.y1};
    ImGui::PushID(static_cast<int>(spot.node));
    const Press press = press_area(ui, spot.node == 0 ? "flame.whole" : "flame.path", at);
    ImGui::PopID();
    const ImU32 color = last ? ui.color().text : ui.color().accent;
    draw_text_fitted(face, {row.x0, y}, width + 1, press.hovered ? ui.color().text : color, name);
    row.x0 = at.x1;
    if (press.clicked) zoom_to(scene, spot);
  };
  const auto between = [&] {
    draw_text(face, {row.x0 + ui.px(6), y}, ui.color().faint, "›");
    row.x0 += ui.px(18);
  };
  const bool whole = path_.empty() && zoom_.is_whole(scene.tree);
  step({focus_.caller, 0}, whole);
  if (path_.empty()) {
    const auto above = static_cast<int>(scroll_px_ / ui.px(kLinePx));
    if (above == 0) return;
    const std::string words = counted(above, "line") + " above";
    const Rect at{row.x0 + ui.px(12), row.y0, row.x0 + ui.px(12) + text_width(face, words), row.y1};
    const Press press = press_area(ui, "flame.above", at);
    draw_text(face, {at.x0, y}, press.hovered ? ui.color().text : ui.color().accent, words);
    if (press.clicked) scroll_px_ = 0;
    return;
  }
  // The innermost frames that fit.
  float room = row.width();
  std::size_t first = path_.size();
  while (first > 0) {
    const FlameNode& node = tree_of(scene, focus_.caller).nodes[path_[first - 1]];
    const std::string_view name = names_.of(snapshot, scene.names(), node);
    room -= std::min(text_width(face, name), ui.px(220)) + ui.px(19);
    if (room < ui.px(30)) break;
    --first;
  }
  if (first > 0) {
    between();
    draw_text(face, {row.x0, y}, ui.color().faint, "…");
    row.x0 += ui.px(10);
  }
  const std::size_t end = path_.size();
  for (std::size_t i = first; i < end && i < path_.size(); ++i) {
    between();
    step({focus_.caller, path_[i]}, i + 1 == end);
  }
}

}  // namespace lanescope
