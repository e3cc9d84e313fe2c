// The operators of a trace in file order, for analyses that read the text of all of them.
#pragma once

#include <vector>

#include "core/base/text/ids.h"
#include "core/store/snapshot.h"

namespace lanescope {

/// File order is the fastest to read. Cost: a pass over the host threads, and sorting.
std::vector<EventId> ops_in_file_order(const Snapshot& snapshot);

}  // namespace lanescope
