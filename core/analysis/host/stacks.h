// The Python frames, modules or annotations that host events were called from.
#pragma once

#include <cstdint>
#include <stop_token>
#include <string_view>
#include <vector>

#include "core/analysis/host/forward_twins.h"
#include "core/base/text/ids.h"
#include "core/store/snapshot.h"

namespace lanescope {

enum class StackKind : std::uint8_t {
  Python,   // every python_function event
  Modules,  // Python frames and annotations named "nn.Module: …"
  Ranges,   // record_function annotations, except those that PyTorch adds itself
  Forward,  // Python frames of functions named "forward"
};

/// The distinct stacks of a trace as a tree, and the node of each host event.
struct HostStacks {
  struct Node {
    std::uint32_t parent = 0;
    StringId frame = StringId::Empty;
  };
  std::vector<Node> nodes;  // nodes[0] means "no frame"; parents precede their children
  /// By EventId of a slice. For a frame, its own node; for an operator or a call, the node of the
  /// innermost frame open at its start; 0 for everything else.
  std::vector<std::uint32_t> of_event;
};

/// Pure; complete snapshots only. Cost: a pass over each host thread, in parallel; keeps 4 bytes
/// per slice. After a stop, the remaining threads are missing.
HostStacks find_stacks(const Snapshot& snapshot, StackKind kind, const std::stop_token& stop = {});

/// Whether there would be any. Cost: a pass over the distinct texts, and over the host threads
/// until one is found.
bool has_stacks(const Snapshot& snapshot, StackKind kind);

/// The stack of each operator, by EventId of a slice. As in torch, a backward operator has the
/// stack of its forward twin.
struct OpStacks {
  std::vector<std::uint32_t> node;  // in HostStacks; 0 if not an operator
  std::vector<bool> in_backward;    // it or an enclosing operator has a forward twin
};

/// Cost: a pass over the host threads.
OpStacks op_stacks(const Snapshot& snapshot, const HostStacks& stacks, const ForwardTwins& twins);

}  // namespace lanescope
