// Says which kernels of CUDA graphs a table counts where they were captured, and how sure that is.
#pragma once

#include <string>

#include "core/analysis/host/graph_origins.h"

namespace lanescope {

/// "1,200 kernels of CUDA graphs are counted by position in the captured graph"; empty if there are
/// none.
std::string graph_note(const GraphCounts& graphs);

}  // namespace lanescope
