// CUDA graphs whose work is not in the trace.
#pragma once

#include "core/build/tracks/issue_log.h"
#include "core/store/snapshot.h"

namespace lanescope {

/// Reports launches of graphs that have no work although other launches do: the profiler was told
/// to leave out what graphs run, or cannot record it. `snapshot` has its links. Cost: a pass over
/// the distinct texts, and one over the calls of host threads if one of them is such a launch.
void tell_hidden_graphs(const Snapshot& snapshot, IssueLog& issues);

}  // namespace lanescope
