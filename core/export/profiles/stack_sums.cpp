#include "core/export/profiles/stack_sums.h"

namespace lanescope {

std::uint32_t StackSums::child(std::uint32_t parent, const StackFrame& frame) {
  const std::uint64_t key = std::uint64_t{parent} << 32U | index_of(frame.name);
  const auto [at, fresh] = children_.try_emplace(key, static_cast<std::uint32_t>(nodes_.size()));
  if (fresh) nodes_.push_back({frame, parent, 0});
  return at->second;
}

void StackSums::add(const Snapshot& trace, const Track& thread,
                    const std::optional<TimeRange>& range) {
  std::uint32_t node = 0;
  Ns last_ns = 0;
  const auto charge = [&](Ns at_ns) {
    if (node != 0) nodes_[node].self_ns = saturating_add(nodes_[node].self_ns, at_ns - last_ns);
    last_ns = at_ns;
  };
  walk_stacks(
      trace, thread, range,
      [&](const StackFrame& frame, Ns at_ns) {
        charge(at_ns);
        node = child(node, frame);
      },
      [&](Ns at_ns) {
        charge(at_ns);
        node = nodes_[node].parent;
      });
}

std::vector<StackFrame> StackSums::frames_of(std::uint32_t node) const {
  std::vector<StackFrame> frames;
  for (; node != 0; node = nodes_[node].parent) frames.push_back(nodes_[node].frame);
  return frames;
}

}  // namespace lanescope
