// The lanes of numbered threads, of which a pool may have hundreds: "worker-0" to "worker-199".
#pragma once

#include <cstddef>
#include <vector>

#include "core/view/lanes/tree.h"

namespace lanescope {

/// Up to so many threads of one kind have their lanes among the others of their process.
inline constexpr std::size_t kMostOfOneKind = 16;

/// Takes the lanes of kinds of threads that have more, see thread_kind(), out of a process's group:
/// a group for each kind, folded at first, in the order of their first lanes. Main and autograd
/// threads stay. `named`: their titles need not name the process. Cost: O(n log n) of the lanes.
std::vector<LaneGroup> take_numbered_threads(LaneGroup& group, bool named);

/// Appends a process's group, and behind it those that were taken out of it.
void add_process_group(LaneGroup group, bool named, std::vector<LaneGroup>& groups);

}  // namespace lanescope
