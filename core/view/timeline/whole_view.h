// The range of the view that is zoomed out completely.
#pragma once

#include "core/store/snapshot.h"

namespace lanescope {

/// The trace's extent, and around it what the profiler did before and after: its lanes are drawn,
/// although the time of its own work is not part of what was measured. The profiler's window is
/// left out, and so is what would leave the trace less than half of the view.
/// Cost: O(slices of the profiler's own lanes).
TimeRange whole_view(const Snapshot& snapshot);

}  // namespace lanescope
