#include "core/analysis/flame/tree.h"

#include <algorithm>

namespace lanescope {

std::pair<std::uint32_t, std::uint32_t> FlameTree::children(std::uint32_t node) const {
  const auto count = static_cast<std::uint32_t>(nodes.size());
  return {nodes[node].first_child, node + 1 < count ? nodes[node + 1].first_child : count};
}

std::int64_t FlameTree::self(std::uint32_t node) const {
  const auto [first, end] = children(node);
  return first == end ? nodes[node].total : nodes[node].end() - nodes[end - 1].end();
}

std::uint32_t FlameTree::depth(std::uint32_t node) const {
  const auto after = std::ranges::upper_bound(line_begin, node);
  return static_cast<std::uint32_t>(after - line_begin.begin()) - 1;
}

std::vector<std::uint32_t> FlameTree::path(std::uint32_t node) const {
  std::vector<std::uint32_t> path;
  for (; node != 0; node = nodes[node].parent) path.push_back(node);
  std::ranges::reverse(path);
  return path;
}

std::string_view flame_name(const Snapshot& snapshot, const FlameNode& node) {
  switch (node.what) {
    case FlameFrame::Root:
      return "all";
    case FlameFrame::Untraced:
      return "(untraced)";
    case FlameFrame::Unlinked:
      return "(launch not recorded)";
    case FlameFrame::Thread:
    case FlameFrame::Event:
    case FlameFrame::Forward:
      break;
  }
  const std::string_view name = snapshot.text(node.name);
  return name.empty() ? "(no name)" : name;
}

}  // namespace lanescope
