// Where most of a trace is: the busiest tracks, if a file has more than can be shown, and the time
// range to show first.
#pragma once

#include <cstddef>
#include <vector>

#include "core/base/time.h"
#include "core/store/snapshot.h"

namespace lanescope {

/// The most lanes for threads of one process, and the most processes with lanes: laying out more
/// would take seconds. Search, tables and figures include them all.
inline constexpr std::size_t kMostThreadLanes = 10'000;
inline constexpr std::size_t kMostProcesses = 1'000;

/// Keeps the `most` tracks with the most slices, in their original order; returns how many were
/// removed. Cost: linear.
std::size_t keep_busiest(std::vector<const Track*>& tracks, std::size_t most);

// The time range to show first: where the events are. Without it, a few stray times far away (from
// another clock, or zero) would make everything else invisible.

/// The whole view; but if nearly all slices are in a small part of it, that part; and if
/// that is a second or longer and GPU work takes less than a tenth of it, that work with some time
/// around it.
/// Cost: O(tracks log tracks).
TimeRange first_view(const Snapshot& snapshot);

}  // namespace lanescope
