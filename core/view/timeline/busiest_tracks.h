// Tracks there is room for, where a file claims more than anybody can look at.
#pragma once

#include <cstddef>
#include <vector>

#include "core/store/snapshot.h"

namespace lanescope {

/// Threads of a process, and processes, beyond this have no lanes: they would take seconds to lay
/// out. Search, tables and numbers know them all.
inline constexpr std::size_t kMostThreadLanes = 10'000;
inline constexpr std::size_t kMostProcesses = 1'000;

/// Leaves `most` at most, those with most slices, in the order they have; returns how many went.
/// Cost: linear.
std::size_t keep_busiest(std::vector<const Track*>& tracks, std::size_t most);

}  // namespace lanescope
