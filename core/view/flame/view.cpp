#include "core/view/flame/view.h"

#include <algorithm>
#include <cmath>

#include "core/base/clamped.h"

namespace lanescope {
namespace {

constexpr double kNarrowest = 1;  // a nanosecond, a byte or a launch

double whole(const FlameTree& tree) {
  return std::max(1.0, static_cast<double>(tree.total()));
}

}  // namespace

void FlameZoom::reset(const FlameTree& tree) {
  begin_ = 0;
  length_ = whole(tree);
}

void FlameZoom::show(const FlameTree& tree, const FlameNode& node) {
  begin_ = static_cast<double>(node.begin);
  length_ = static_cast<double>(node.total);
  keep_inside(tree);
}

void FlameZoom::zoom(const FlameTree& tree, double factor, double share) {
  const double fixed = begin_ + length_ * share;
  length_ = clamped(length_ / factor, kNarrowest, whole(tree));
  begin_ = fixed - length_ * share;
  keep_inside(tree);
}

void FlameZoom::pan(const FlameTree& tree, double share) {
  begin_ += length_ * share;
  keep_inside(tree);
}

bool FlameZoom::is_whole(const FlameTree& tree) const {
  return length_ >= whole(tree);
}

void FlameZoom::keep_inside(const FlameTree& tree) {
  length_ = clamped(length_, kNarrowest, whole(tree));
  begin_ = clamped(begin_, 0.0, whole(tree) - length_);
}

void flame_boxes(const FlameTree& tree, std::uint32_t depth, const FlameZoom& zoom, double width_px,
                 std::vector<FlameBox>& boxes) {
  boxes.clear();
  if (depth >= tree.lines() || width_px < 1) return;
  const auto [first, end] = tree.line(depth);
  const auto first_from = [&](std::uint32_t from, const auto& is_before) {
    const auto begin = tree.nodes.begin();
    return static_cast<std::uint32_t>(std::partition_point(begin + from, begin + end, is_before) -
                                      begin);
  };
  const auto x0_of = [&](std::uint32_t i) { return zoom.px_of(tree.nodes[i].begin, width_px); };
  const auto x1_of = [&](std::uint32_t i) { return zoom.px_of(tree.nodes[i].end(), width_px); };
  std::uint32_t node =
      first_from(first, [&](const FlameNode& n) { return zoom.px_of(n.end(), width_px) <= 0; });
  while (node < end) {
    const double x0 = x0_of(node);
    const double x1 = x1_of(node);
    if (x0 >= width_px) break;
    if (x1 - x0 >= 1) {
      boxes.push_back({node, 1, static_cast<float>(std::max(x0, -4.0)),
                       static_cast<float>(std::min(x1, width_px + 4))});
      ++node;
      continue;
    }
    // Everything that starts in this pixel becomes one box, except a wide frame at its end.
    const double pixel = std::floor(std::max(x0, 0.0));
    std::uint32_t next = first_from(
        node + 1, [&](const FlameNode& n) { return zoom.px_of(n.begin, width_px) < pixel + 1; });
    if (next - node > 1 && x1_of(next - 1) - x0_of(next - 1) >= 1) --next;
    boxes.push_back({node, next - node, static_cast<float>(pixel), static_cast<float>(pixel + 1)});
    node = next;
  }
}

std::uint32_t flame_neighbour(const FlameTree& tree, std::uint32_t node, FlameStep step) {
  if (step == FlameStep::Out) return tree.nodes[node].parent;
  if (step == FlameStep::In) {
    const auto [first, end] = tree.children(node);
    const auto heaviest =
        std::max_element(tree.nodes.begin() + first, tree.nodes.begin() + end,
                         [](const FlameNode& a, const FlameNode& b) { return a.total < b.total; });
    return first == end ? node : static_cast<std::uint32_t>(heaviest - tree.nodes.begin());
  }
  const auto [first, end] = tree.line(tree.depth(node));
  if (step == FlameStep::Left) return node > first ? node - 1 : node;
  return node + 1 < end ? node + 1 : node;
}

}  // namespace lanescope
