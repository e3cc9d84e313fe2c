// The callers and callees of one name in a flame graph.
#pragma once

#include <stop_token>

#include "core/analysis/flame/tree.h"

namespace lanescope {

/// Both roots represent the name and have the same total. For recursive calls only the outermost
/// counts, to avoid counting twice.
struct FlameSandwich {
  FlameTree callers;  // below the root its callers, then theirs
  FlameTree callees;
};

/// Combines the frames named `name`; equal stacks are merged, the heaviest first. `tree` must be
/// from `snapshot`. Cost: a pass over the nodes, and the depth of each that has the name.
FlameSandwich flame_sandwich(const Snapshot& snapshot, const FlameTree& tree, StringId name,
                             const std::stop_token& stop = {});

}  // namespace lanescope
