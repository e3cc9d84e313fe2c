#include "core/readers/profiles/weight_tree.h"

#include <algorithm>

namespace lanescope {

std::uint32_t WeightTree::child(std::uint32_t parent, Frame frame) {
  const std::uint64_t key = std::uint64_t{parent} << 32U | static_cast<std::uint32_t>(frame);
  const auto [at, fresh] = children_.try_emplace(key, static_cast<std::uint32_t>(nodes_.size()));
  if (fresh) {
    text_.take(sizeof(Node) + 2 * sizeof key);
    nodes_.push_back({frame, parent, 0, 0});
  }
  return at->second;
}

bool WeightTree::add(std::span<const Frame> stack, std::int64_t weight) {
  if (weight < 0 || weight > kLongestProfile - total()) return false;
  if (weight == 0 || stack.empty()) return true;
  if (stack.size() > ProfileText::kMostFrames) {
    text_.issues().add(Issue::DeepStack, 0, text_.name_of(stack[ProfileText::kMostFrames]));
    stack = stack.first(ProfileText::kMostFrames);
  }
  std::uint32_t node = 0;
  nodes_[0].total += weight;
  for (const Frame frame : stack) {
    if (text_.full()) return true;
    node = child(node, frame);
    nodes_[node].total += weight;
  }
  nodes_[node].self += weight;
  return true;
}

std::vector<std::vector<std::uint32_t>> WeightTree::sorted_children() const {
  std::vector<std::vector<std::uint32_t>> children(nodes_.size());
  for (std::uint32_t node = 1; node < nodes_.size(); ++node)
    children[nodes_[node].parent].push_back(node);
  for (auto& list : children) {
    std::ranges::stable_sort(
        list, [&](std::uint32_t a, std::uint32_t b) { return nodes_[a].total > nodes_[b].total; });
  }
  return children;
}

void WeightTree::lay_out(Ns unit_ns) const {
  text_.keep_all_times();
  const auto children = sorted_children();
  struct Visit {
    std::uint32_t node = 0;
    std::size_t depth = 0;  // of its frame in the path
  };
  std::vector<Visit> steps;
  const auto push_children = [&](std::uint32_t node, std::size_t depth) {
    const auto& list = children[node];
    for (auto at = list.rbegin(); at != list.rend(); ++at) steps.push_back({*at, depth});
  };
  std::vector<Frame> path;
  Ns at_ns = 0;
  push_children(0, 0);
  while (!steps.empty() && !text_.full()) {
    const auto [node, depth] = steps.back();
    steps.pop_back();
    path.resize(depth);
    path.push_back(nodes_[node].frame);
    const Ns self = nodes_[node].self * unit_ns;
    if (self > 0) text_.sample(path, at_ns, at_ns + self);
    at_ns += self;
    push_children(node, depth + 1);
  }
}

}  // namespace lanescope
