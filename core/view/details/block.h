// Memory in the Details pane: what the allocator did during a slice, and a block from its
// allocation to its free.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "core/base/text/ids.h"
#include "core/base/time.h"
#include "core/store/snapshot.h"

namespace lanescope {

/// What one allocator did during a host slice, on the slice's thread.
struct DetailsMemory {
  std::int64_t device_type = 0, device_id = -1;
  std::uint64_t allocations = 0, frees = 0;
  std::int64_t allocated_bytes = 0, freed_bytes = 0;  // both positive
};
/// One entry per device. Cost: the records in the range.
std::vector<DetailsMemory> memory_inside(const Snapshot& snapshot, const Track& track,
                                         TimeRange range);

/// One end of a block.
struct DetailsBlockEnd {
  EventId event = EventId::None;  // the [memory] record
  Ns time_ns = 0;
  EventId op = EventId::None;  // the innermost operator running on its thread at that time
  std::string op_name;
};

/// A [memory] instant and the block that it allocates or frees.
struct DetailsAllocation {
  std::int64_t device_type = 0, device_id = -1;
  std::int64_t bytes = 0;  // negative: a free
  std::int64_t address = 0;
  std::int64_t allocated_bytes = 0, reserved_bytes = 0;  // allocator totals after it
  bool has_totals = false;
  // nullopt for an end outside the trace: allocated before it began, or not freed before it ended.
  // Both are set only where records have addresses.
  std::optional<DetailsBlockEnd> allocation = {}, release = {};
  std::optional<Ns> alive_ns = {};  // from allocation to free
};
/// nullopt for other events. A free belongs to the latest allocation of the same device and
/// address. If the address is allocated again before a free, the free is not in the trace and stays
/// unset. Cost: the device's records between the two ends.
std::optional<DetailsAllocation> allocation_at(const Snapshot& snapshot, EventId event, Ns time_ns);

}  // namespace lanescope
