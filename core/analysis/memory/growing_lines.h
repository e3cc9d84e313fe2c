// Lines of Python whose blocks accumulate, in a memory snapshot. It has no steps, but the stack of
// each allocation.
#pragma once

#include <cstdint>
#include <stop_token>
#include <string>
#include <vector>

#include "core/analysis/events/thresholds.h"
#include "core/analysis/ops/allocations.h"
#include "core/analysis/search/event_query.h"
#include "core/store/snapshot.h"

namespace lanescope {

/// A line that frees some of its blocks but keeps others, all through the history.
struct GrowingLine {
  std::string function, file;
  std::int64_t line = 0;
  std::uint64_t allocations = 0;  // of this line
  std::uint64_t kept = 0;         // never freed, and older than any freed block became
  std::int64_t kept_bytes = 0;
  EventId first_kept = EventId::None;  // the record of the first
};

/// Whether the trace was made of a memory snapshot, whose records have stacks.
bool has_allocation_stacks(const Snapshot& snapshot);

/// The lines with the most kept bytes first, then by place. Blocks of the last moments may only be
/// in use, so those younger than the longest-lived freed block of their line do not count. A line
/// is listed if it keeps Thresholds::leak_steps blocks or more, some from each half of the history,
/// and together more than Thresholds::leak_growth. Empty for other traces, without texts, and after
/// a stop. Cost: the text of every allocation is read, up to 500,000.
std::vector<GrowingLine> find_growing_lines(const Snapshot& snapshot, const AllocationList& list,
                                            const ReadEvent& read, const Thresholds& thresholds,
                                            const std::stop_token& stop = {});

}  // namespace lanescope
