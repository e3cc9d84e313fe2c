// The kernels of CUDA graphs that a table counts where they were captured, as JSON.
#pragma once

#include "app/cli/output/json_output.h"
#include "core/analysis/host/graph_origins.h"

namespace lanescope {

/// null if there are none, as in traces without graphs.
Json graph_counts_json(const GraphCounts& graphs);

}  // namespace lanescope
