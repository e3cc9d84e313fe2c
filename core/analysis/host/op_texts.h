// Where the texts of a trace's operators stand, for analyses that read all of them.
#pragma once

#include <vector>

#include "core/base/text/ids.h"
#include "core/store/snapshot.h"

namespace lanescope {

/// The operators in the order of the file, which is fastest to read. Cost: a pass over the host
/// threads, and sorting.
std::vector<EventId> ops_in_file_order(const Snapshot& snapshot);

}  // namespace lanescope
