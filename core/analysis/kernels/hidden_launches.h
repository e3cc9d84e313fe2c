// Launches of CUDA graphs whose work is not in the trace.
#pragma once

#include <cstdint>

#include "core/analysis/events/window.h"
#include "core/store/snapshot.h"

namespace lanescope {

/// How many graph launch calls that the window counts have no GPU event in the trace. A call of the
/// driver inside one of the runtime is a part of it. Cost: a pass over the distinct texts and, if
/// one names such a call, over the host threads.
std::uint64_t graph_launches_without_events(const Snapshot& snapshot, const AnalysisWindow& window);

}  // namespace lanescope
