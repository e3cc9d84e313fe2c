// Exports flame graphs for other programs.
#pragma once

#include <string>

#include "core/analysis/flame/flame.h"

namespace lanescope {

/// One line for each stack with a self weight: "outer;inner 1204". ';' and control characters in
/// names become '_'. The unit is that of the weight: ns, bytes or calls. Cost: the depth of each
/// node.
std::string collapsed_stacks(const Snapshot& snapshot, const FlameTree& tree);

/// A speedscope file with one evented profile. Cost: linear.
std::string speedscope_json(const Snapshot& snapshot, const FlameTree& tree, FlameWeight weight,
                            std::string_view name);

}  // namespace lanescope
