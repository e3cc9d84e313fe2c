// The headline of a run of ranks, and shorter ones for where it does not fit.
#pragma once

#include <string>
#include <vector>

#include "core/ranks/ranks.h"

namespace lanescope {

/// The summary as a sentence; then the same without the operator that is the likely cause, without
/// the cause, and "24.44 ms lost waiting for rank 2". The longest is first; at least one.
std::vector<std::string> ranks_headlines(const RunAnalysis& run);

}  // namespace lanescope
