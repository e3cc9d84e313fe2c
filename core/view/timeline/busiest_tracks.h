// Where most of a trace is: the tracks there is room for, where a file claims more than anybody can
// look at, and the time to show first.
#pragma once

#include <cstddef>
#include <vector>

#include "core/base/time.h"
#include "core/store/snapshot.h"

namespace lanescope {

/// Threads of a process, and processes, beyond this have no lanes: they would take seconds to lay
/// out. Search, tables and numbers know them all.
inline constexpr std::size_t kMostThreadLanes = 10'000;
inline constexpr std::size_t kMostProcesses = 1'000;

/// Leaves `most` at most, those with most slices, in the order they have; returns how many went.
/// Cost: linear.
std::size_t keep_busiest(std::vector<const Track*>& tracks, std::size_t most);

// Which time to show first: where the events are. A few stray times far off (a clock of its own, a
// zero) would leave nothing to see.

/// The whole extent, but when nearly all slices lie in a small part of it, that part. Cost:
/// O(tracks log tracks).
TimeRange first_view(const Snapshot& snapshot);

}  // namespace lanescope
