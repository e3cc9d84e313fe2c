// Which operator each instant belongs to.
#pragma once

#include <vector>

#include "core/base/text/ids.h"
#include "core/store/snapshot.h"

namespace lanescope {

/// By instant, an index into Snapshot::instants: the innermost operator that runs then on the
/// instant's thread, its end included; None where none does and on other lanes. Cost: a pass over
/// each host thread that has instants, side by side on all cores.
std::vector<EventId> ops_of_instants(const Snapshot& snapshot);

}  // namespace lanescope
