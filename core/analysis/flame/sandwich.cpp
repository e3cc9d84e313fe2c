#include "core/analysis/flame/sandwich.h"

#include <vector>

#include "core/analysis/flame/grower.h"

namespace lanescope {
namespace {

constexpr std::uint32_t kOutside = 0xFFFFFFFFU;

FlameGrower::Frame frame_of(const FlameNode& node) {
  return {node.name, node.kind, node.what};
}

Ns length_of(const Snapshot& snapshot, EventId event) {
  const auto slice = snapshot.find_slice(event);
  return slice ? slice->chunk->dur_ns[slice->slice] : 0;
}

void add_calls(const Snapshot& snapshot, FlameGrower& grower, std::uint32_t at,
               const FlameNode& node) {
  grower.add_calls(at, node.calls, node.longest, length_of(snapshot, node.longest));
}

/// Makes the root represent the name.
void name_root(FlameTree& tree, const FlameNode& named) {
  FlameNode& root = tree.nodes.front();
  root.name = named.name;
  root.kind = named.kind;
  root.what = named.what;
}

}  // namespace

FlameSandwich flame_sandwich(const Snapshot& snapshot, const FlameTree& tree, StringId name,
                             const std::stop_token& stop) {
  FlameGrower callers(FlameOrder::LeftHeavy);
  FlameGrower callees(FlameOrder::LeftHeavy);
  std::vector<std::uint32_t> inside(tree.nodes.size(), kOutside);  // nodes of `callees`
  const FlameNode* named = nullptr;
  for (std::uint32_t i = 1; i < tree.nodes.size() && !stop.stop_requested(); ++i) {
    const FlameNode& node = tree.nodes[i];
    if (inside[node.parent] != kOutside) {
      inside[i] = callees.child(inside[node.parent], frame_of(node));
    } else if (node.what == FlameFrame::Event && node.name == name) {
      inside[i] = 0;
      named = &node;
      std::uint32_t at = 0;
      add_calls(snapshot, callers, 0, node);
      for (std::uint32_t up = node.parent; up != 0; up = tree.nodes[up].parent) {
        at = callers.child(at, frame_of(tree.nodes[up]));
        add_calls(snapshot, callers, at, node);
      }
      callers.charge(at, node.total);
    } else {
      continue;
    }
    callees.charge(inside[i], tree.self(i));
    add_calls(snapshot, callees, inside[i], node);
  }
  FlameSandwich out{callers.lay_out(snapshot), callees.lay_out(snapshot)};
  if (named != nullptr) {
    name_root(out.callers, *named);
    name_root(out.callees, *named);
  }
  return out;
}

}  // namespace lanescope
