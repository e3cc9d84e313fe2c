// What exactly a straggler does longer than others: read from the summaries of it and of a few
// ranks of its role, as a fleet keeps no activity.
#pragma once

#include <cstddef>

#include "core/ranks/fleet/fleet.h"

namespace lanescope {

/// Sets the culprit of the first `most` stragglers' causes: the operator or host function that
/// exceeds the mean of up to 4 others the most, in the steps in which the rank is notable. It stays
/// empty where the files can no longer be read, or name none. Cost: reads 5 files for each.
void name_culprits(const Fleet& fleet, FleetAnalysis& analysis, unsigned threads,
                   std::size_t most = 16);

}  // namespace lanescope
