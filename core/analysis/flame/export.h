// Flame graphs for other programs.
#pragma once

#include <string>

#include "core/analysis/flame/flame.h"

namespace lanescope {

/// One line a stack that holds something of its own: "outer;inner 1204". ';' and control characters
/// in names become '_'. ns, bytes or calls, as the weight counts. Cost: the depth of each node.
std::string collapsed_stacks(const Snapshot& snapshot, const FlameTree& tree);

/// A file for speedscope: one evented profile. Cost: linear.
std::string speedscope_json(const Snapshot& snapshot, const FlameTree& tree, FlameWeight weight,
                            std::string_view name);

}  // namespace lanescope
