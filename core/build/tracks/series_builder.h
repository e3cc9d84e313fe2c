// Instants, allocator records and counters: everything that has a time but no length.
#pragma once

#include <memory>
#include <span>
#include <vector>

#include "core/build/tracks/global_tables.h"
#include "core/build/tracks/plausible_times.h"
#include "core/build/tracks/raw_events.h"

namespace lanescope {

struct SeriesInput {
  std::span<const RawBatch> batches;  // in file order
  const GlobalTables& tables;
  std::uint32_t slice_count = 0;  // ids of instants follow those of the slices
  PlausibleTimes plausible = {};  // events at other times are dropped
};

struct BuiltInstants {
  std::shared_ptr<const InstantTable> instants;
  std::vector<std::shared_ptr<const MemoryTrack>> memory;  // sorted by device
};

/// Cost: a pass, and a sort of the tracks that are not in order.
BuiltInstants build_instants(const SeriesInput& input);

/// One track for each (process, counter, series), sorted by the texts of these.
std::vector<std::shared_ptr<const CounterTrack>> build_counters(const SeriesInput& input);

}  // namespace lanescope
