// Which Python frames, or which modules, host events were called from.
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
  Modules,  // those called "nn.Module: …", and annotations called so
  Ranges,   // annotations of record_function; none of those that PyTorch makes by itself
  Forward,  // Python frames of functions called "forward"
};

/// The distinct stacks of a trace as a tree, and where each host event stands in it.
struct HostStacks {
  struct Node {
    std::uint32_t parent = 0;
    StringId frame = StringId::Empty;
  };
  std::vector<Node> nodes;  // nodes[0] is "no frame"; parents come before their children
  /// By EventId of a slice. A frame: its own node; an operator or a call: the node of the innermost
  /// frame that is open where it starts; 0 elsewhere.
  std::vector<std::uint32_t> of_event;
};

/// Pure; complete snapshots only. Cost: a pass over each host thread, side by side on all cores;
/// 4 bytes a slice are kept. A stop gives stacks without the threads that are left.
HostStacks find_stacks(const Snapshot& snapshot, StackKind kind, const std::stop_token& stop = {});

/// Where operators belong. What runs in the backward pass belongs to where its forward twin was
/// called, as in torch. By EventId of a slice.
struct OpStacks {
  std::vector<std::uint32_t> node;  // of HostStacks; 0 for what is no operator
  std::vector<bool> in_backward;    // the operator or one around it has a forward twin
};

/// Cost: a pass over the host threads.
OpStacks op_stacks(const Snapshot& snapshot, const HostStacks& stacks, const ForwardTwins& twins);

}  // namespace lanescope
