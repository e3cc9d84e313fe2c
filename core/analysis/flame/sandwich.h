// One name out of a flame graph: who calls it, and what it calls.
#pragma once

#include <stop_token>

#include "core/analysis/flame/tree.h"

namespace lanescope {

/// Both roots stand for the name and hold the same. Where it lies in itself, only the outermost one
/// counts: what it holds would be there twice.
struct FlameSandwich {
  FlameTree callers;  // right below the root who calls it, then who calls these
  FlameTree callees;
};

/// Frames named `name`, equal ones below equal ones being one, the heaviest first. `tree` is of
/// `snapshot`. Cost: a pass over the nodes, and the depth of each that has the name.
FlameSandwich flame_sandwich(const Snapshot& snapshot, const FlameTree& tree, StringId name,
                             const std::stop_token& stop = {});

}  // namespace lanescope
