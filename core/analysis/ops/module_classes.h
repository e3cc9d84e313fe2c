// Which kinds of modules cost the most: all Linear together, all LayerNorm together.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "core/analysis/ops/modules.h"

namespace lanescope {

struct ModuleClass {
  std::string name;             // "Linear"
  std::uint64_t instances = 0;  // modules of this class that were called
  /// Of all their calls. "Self" excludes nested modules. What includes nested modules counts a
  /// module inside another of the same class only with that one. Without parent, depth and order.
  ModuleRow sums;
};

/// The class of a module: "Linear" for "nn.Module: Linear_0". For annotations and frames, their
/// display name.
std::string_view module_class_name(StackKind source, std::string_view name);

/// Sorted by self time on the GPU in both passes, then on the CPU, both descending, then name.
/// Pure. Cost: a pass over the rows.
std::vector<ModuleClass> module_classes(const Snapshot& snapshot, const ModuleTree& tree);

}  // namespace lanescope
