#include "core/analysis/ops/captured_stacks.h"

#include <algorithm>

namespace lanescope {

CapturedStacks::CapturedStacks(HostStacks& stacks) : stacks_(stacks) {
  if (stacks.nodes.empty()) stacks.nodes.emplace_back();
  for (std::uint32_t node = 1; node < stacks.nodes.size(); ++node)
    known_.try_emplace({stacks.nodes[node].parent, stacks.nodes[node].frame}, node);
}

std::uint32_t CapturedStacks::inside(std::uint32_t parent, StringId frame) {
  const auto next = static_cast<std::uint32_t>(stacks_.nodes.size());
  const auto [at, fresh] = known_.try_emplace({parent, frame}, next);
  if (fresh) stacks_.nodes.push_back({parent, frame});
  return at->second;
}

std::uint32_t CapturedStacks::modules_of(const GraphSite& site, const GraphSite::Op* op) {
  const std::size_t within = op == nullptr ? 0 : op->modules_inside;
  const std::size_t around = site.modules.size() - std::min(within, site.modules.size());
  std::uint32_t node = 0;
  for (std::size_t i = 0; i < around; ++i) node = inside(node, site.modules[i]);
  return node;
}

std::uint32_t CapturedStacks::frames_of(const GraphSite& site, const GraphSite::Op& op) {
  std::uint32_t node = 0;
  for (std::size_t i = site.frames.size(); i > op.frames_inside; --i)
    node = inside(node, site.frames[i - 1]);
  return node;
}

}  // namespace lanescope
