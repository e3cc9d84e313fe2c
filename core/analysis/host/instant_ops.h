// Which operator each instant belongs to.
#pragma once

#include <vector>

#include "core/base/text/ids.h"
#include "core/store/snapshot.h"

namespace lanescope {

/// By index into Snapshot::instants: the innermost operator running at that time on the instant's
/// thread, its end included; None if there is none, or if the track is not a host thread. Cost: a
/// pass over each host thread that has instants, in parallel.
std::vector<EventId> ops_of_instants(const Snapshot& snapshot);

}  // namespace lanescope
