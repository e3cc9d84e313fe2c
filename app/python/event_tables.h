// Tables of what a trace recorded: its events, its counters, its allocations. Times and names are
// handed over as the store holds them.
#pragma once

#include <memory>

#include "app/python/arrow_table.h"
#include "core/store/snapshot.h"

namespace lanescope {

// The tables keep the trace alive. Times are in ns from the trace's own base, not as in JSON: the
// column is then the store's own. Complete snapshots only.

/// A row for each slice and instant, in the order of ids. Cost: a copy of the texts; columns that
/// the store does not hold, such as ids, are made when they are read.
std::shared_ptr<const ArrowTable> event_table(std::shared_ptr<const Snapshot> trace);

/// A row for each flow event, in the order of their kinds and ids, so that those of one arrow are
/// adjacent.
std::shared_ptr<const ArrowTable> flow_table(std::shared_ptr<const Snapshot> trace);

/// A row for each sample of each counter.
std::shared_ptr<const ArrowTable> counter_table(std::shared_ptr<const Snapshot> trace);

/// A row for each time that an allocator gave or took back memory.
std::shared_ptr<const ArrowTable> allocation_table(std::shared_ptr<const Snapshot> trace);

}  // namespace lanescope
