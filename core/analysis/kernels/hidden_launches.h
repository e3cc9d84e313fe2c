// Launches of CUDA graphs whose work is not in the trace.
#pragma once

#include <cstdint>

#include "core/analysis/events/window.h"
#include "core/store/snapshot.h"

namespace lanescope {

/// Whether any text of the trace names a graph launch. Cost: a pass over the distinct texts.
bool has_graph_launch(const Snapshot& snapshot);

/// How many graph launch calls that the window counts have no GPU event in the trace. A call of the
/// driver inside one of the runtime is a part of it. Cost: a pass over the host threads; without
/// has_graph_launch() there are none.
std::uint64_t graph_launches_without_events(const Snapshot& snapshot, const AnalysisWindow& window);

}  // namespace lanescope
