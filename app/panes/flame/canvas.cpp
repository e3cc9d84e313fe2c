#include "app/panes/flame/canvas.h"

#include <algorithm>
#include <cmath>

#include "app/lanes/slice_painter.h"
#include "app/widgets/draw/paint.h"
#include "app/widgets/scrollbar.h"

namespace lanescope {
namespace {

constexpr float kLinePx = 19;  // including a gap of one pixel
constexpr float kLabelFromPx = 22;
constexpr float kLabelPadPx = 5;
constexpr float kRoundFromPx = 7;
constexpr float kBlockShare = 0.5F;
constexpr float kLinesAbove = 2;

float line_px(const Ui& ui) {
  return ui.px(kLinePx);
}

/// The number of lines from the top that consist almost entirely of one frame, such as the start of
/// the program.
std::uint32_t plain_lines(const FlameTree& tree) {
  constexpr std::int64_t kParts = 20;
  std::int64_t around = tree.total();
  const auto [first, end] = tree.children(0);
  for (std::uint32_t child = first; child < end; ++child) {
    const bool aside = tree.nodes[child].what != FlameFrame::Event;
    if (aside) around -= tree.nodes[child].total;
  }
  if (around < tree.total() - tree.total() / kParts) return 0;  // its name is on the first line
  std::uint32_t depth = 0;
  for (std::uint32_t node = 0;; ++depth) {
    const std::uint32_t inside = flame_neighbour(tree, node, FlameStep::In);
    if (inside == node) return 0;
    if (tree.nodes[inside].total < around - around / kParts) return depth;
    around = tree.nodes[inside].total;
    node = inside;
  }
}

}  // namespace

void FlameCanvas::reset(const FlameTree& tree, const FlameTree* callers) {
  zoom_.reset(tree);
  path_.clear();
  focus_ = {};
  selected_.reset();
  hovered_.reset();
  shown_.reset();
  const std::uint32_t above = callers != nullptr ? callers->lines() : plain_lines(tree);
  first_line_ = std::max(0.0F, static_cast<float>(above) - kLinesAbove);
}

const FlameTree& FlameCanvas::tree_of(const FlameScene& scene, bool caller) {
  return caller ? *scene.callers : scene.tree;
}

std::uint32_t FlameCanvas::line_count(const FlameScene& scene) {
  return scene.callers != nullptr ? scene.tree.lines() + scene.callers->lines() - 1
                                  : scene.tree.lines() - 1;
}

FlameCanvas::Line FlameCanvas::line_at(const FlameScene& scene, std::uint32_t line) {
  if (scene.callers == nullptr) return {false, line + 1};
  const std::uint32_t above = scene.callers->lines() - 1;
  return line < above ? Line{true, above - line} : Line{false, line - above};
}

std::uint32_t FlameCanvas::line_of(const FlameScene& scene, FlameSpot spot) {
  const std::uint32_t depth = tree_of(scene, spot.caller).depth(spot.node);
  if (scene.callers == nullptr) return std::max(depth, 1U) - 1;
  const std::uint32_t above = scene.callers->lines() - 1;
  return spot.caller ? above - depth : above + depth;
}

void FlameCanvas::draw(const FlameScene& scene, Rect area) {
  const Ui& ui = scene.frame.ui;
  ui.mark("flame.canvas", area);
  height_px_ = area.height();
  const float content_px = static_cast<float>(line_count(scene)) * line_px(ui) + ui.px(4);
  if (first_line_) scroll_px_ = *std::exchange(first_line_, std::nullopt) * line_px(ui);
  scroll_px_ = scrollbar(ui, "flame.scroll", area, content_px, scroll_px_);
  handle_mouse(scene, area);
  handle_keys(scene);
  scroll_px_ = clamped_scroll(scroll_px_, content_px, area.height());
  ImGui::PushClipRect(area.min(), area.max(), true);
  draw_lines(scene, area);
  ImGui::PopClipRect();
  draw_hover(scene);
}

void FlameCanvas::draw_lines(const FlameScene& scene, Rect area) {
  const float pitch = line_px(scene.frame.ui);
  const ImVec2 mouse = ImGui::GetIO().MousePos;
  const std::optional<FlameSpot> was = std::exchange(hovered_, std::nullopt);
  const bool over = ImGui::IsItemHovered() && !dragging_;
  const auto first = static_cast<std::uint32_t>(std::max(0.0F, scroll_px_ / pitch));
  for (std::uint32_t i = first; i < line_count(scene); ++i) {
    const float y = std::floor(area.y0 + static_cast<float>(i) * pitch - scroll_px_);
    if (y >= area.y1) break;
    const Line line = line_at(scene, i);
    flame_boxes(tree_of(scene, line.caller), line.depth, zoom_, area.width(), boxes_);
    for (const FlameBox& box : boxes_) {
      const float x0 = std::floor(area.x0 + box.x0_px + 0.5F);
      float x1 = std::floor(area.x0 + box.x1_px + 0.5F);
      if (x1 - x0 > 3) x1 -= 1;
      const Rect at{x0, y, std::max(x1, x0 + 1), y + pitch - 1};
      draw_box(scene, line, box, at);
      const bool hit = mouse.x >= x0 && mouse.x < at.x1 + 1 && mouse.y >= y && mouse.y < y + pitch;
      if (!over || !hit) continue;
      hovered_ = FlameSpot{line.caller, box.node};
      hovered_at_ = at;
      hovered_count_ = box.count;
    }
  }
  if (was != hovered_) shown_.reset();
  if (hovered_ && hovered_ != selected_) {
    const Ui& ui = scene.frame.ui;
    ImGui::GetWindowDrawList()->AddRect(hovered_at_.min(), hovered_at_.max(), ui.color().dim,
                                        ui.px(2), 0, ui.px(1));
  }
}

FlameCanvas::BoxColors FlameCanvas::box_colors(const FlameScene& scene, const Line& line,
                                               std::uint32_t number) {
  const Ui& ui = scene.frame.ui;
  if (scene.changes != nullptr) {
    const FlameChanges& changes = *scene.changes;
    const std::size_t shade = changes.diff.shade(changes.side, number);
    return {packed(changes.palette.fill[shade]), packed(changes.palette.text[shade])};
  }
  const FlameNode& node = tree_of(scene, line.caller).nodes[number];
  if (node.what != FlameFrame::Event)
    return {mixed(ui.color().raised, ui.color().line, 0.6F), ui.color().dim};
  const RoleTable::Tint tint = scene.frame.view.names.roles.tint(node.name, node.kind);
  return {scene.frame.palette.fill_of(tint.role, tint.shade),
          scene.frame.palette.text_of(tint.role, tint.shade)};
}

void FlameCanvas::draw_box(const FlameScene& scene, const Line& line, const FlameBox& box,
                           Rect at) {
  const Ui& ui = scene.frame.ui;
  ImDrawList& list = *ImGui::GetWindowDrawList();
  const FlameNode& node = tree_of(scene, line.caller).nodes[box.node];
  auto [fill, text] = box_colors(scene, line, box.node);
  if (scene.matches != nullptr && !scene.matches->has(node)) {
    fill = mixed(ui.color().background, fill, kNotFoundShare);
    text = ui.color().dim;
  }
  if (box.count > 1) fill = mixed(ui.color().panel, fill, kBlockShare);
  const bool round = at.width() >= ui.px(kRoundFromPx);
  list.AddRectFilled(at.min(), at.max(), fill, round ? ui.px(2) : 0);
  if (box.count == 1 && at.width() >= ui.px(kLabelFromPx)) draw_label(scene, node, at, text);
  if (ui.marks != nullptr) {
    ui.mark({"flame.box.", flame_name(scene.trace(), node)}, at);
  }
  if (selected_ == FlameSpot{line.caller, box.node}) {
    list.AddRect(at.min(), at.max(), ui.color().selection, ui.px(2), 0, ui.px(1.5F));
  }
}

void FlameCanvas::draw_label(const FlameScene& scene, const FlameNode& node, Rect at, ImU32 color) {
  const Ui& ui = scene.frame.ui;
  ImDrawList& list = *ImGui::GetWindowDrawList();
  const float pad = ui.px(kLabelPadPx);
  const float left = std::max(at.x0, list.GetClipRectMin().x) + pad;
  const float right = std::min(at.x1, list.GetClipRectMax().x) - pad;
  const std::string_view name = names_.of(scene.trace(), scene.names(), node);
  const Face& face = ui.face().slice;
  const LabelFitter& fitter = labels_.in(face);
  const FittedLabel label = fitter.fit(name, right - left);
  if (label.text.empty()) return;
  const float y = centered_y(face, at);
  draw_text(list, face, {left, y}, color, label.text);
  if (label.ellipsis) {
    draw_text(list, face, {left + fitter.width_px(label.text), y}, color, "…");
  }
}

void FlameCanvas::draw_hover(const FlameScene& scene) {
  if (!hovered_ || scene.frame.ui.mouse_rests) return;
  const FlameTree& tree = tree_of(scene, hovered_->caller);
  if (shown_ != hovered_ || shown_count_ != hovered_count_) {
    shown_ = hovered_;
    shown_count_ = hovered_count_;
    hover_ = scene.changes != nullptr
                 ? flame_diff_hover(scene.changes->diff, scene.changes->side, hovered_->node)
                 : flame_hover(scene.trace(), tree, hovered_->node, scene.weight);
    if (hovered_count_ > 1) {
      hover_.title = format_count(hovered_count_) + " frames; zoom in to separate";
      hover_.facts.clear();
    }
  }
  draw_tooltip_of(scene, tree.nodes[hovered_->node]);
}

void FlameCanvas::draw_tooltip_of(const FlameScene& scene, const FlameNode& node) {
  const Ui& ui = scene.frame.ui;
  tooltip_.clear();
  tooltip_.push_back({.label = "", .text = hover_.title, .name = true});
  for (const auto& [label, value] : hover_.facts) {
    tooltip_.push_back({label, value, 0, &ui.face().mono});
  }
  ImU32 swatch = 0;
  if ((scene.changes != nullptr || node.what == FlameFrame::Event) && hovered_count_ == 1)
    swatch = box_colors(scene, {hovered_->caller, 0}, hovered_->node).fill;
  draw_tooltip(ui, ImGui::GetIO().MousePos, tooltip_, swatch, hovered_at_);
}

}  // namespace lanescope
