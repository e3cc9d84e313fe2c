// Key figures that say what all others lack.
#pragma once

#include "core/view/overview/breakdown_figures.h"

namespace lanescope {

/// A figure for each thing that is missing from the trace; none of most traces. Cost: as
/// unended_work().
void add_missing_figures(const Snapshot& snapshot, KeyFigures& figures);

}  // namespace lanescope
