// Memory in Details: what the allocator did inside a slice, and one block from its allocation to
// its release.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "core/base/text/ids.h"
#include "core/base/time.h"
#include "core/store/snapshot.h"

namespace lanescope {

/// What an allocator did inside a host slice, on its thread.
struct DetailsMemory {
  std::int64_t device_type = 0, device_id = -1;
  std::uint64_t allocations = 0, frees = 0;
  std::int64_t allocated_bytes = 0, freed_bytes = 0;  // both positive
};
/// By device. Cost: the records in the range.
std::vector<DetailsMemory> memory_inside(const Snapshot& snapshot, const Track& track,
                                         TimeRange range);

/// One end of a block.
struct DetailsBlockEnd {
  EventId event = EventId::None;  // the [memory] record
  Ns time_ns = 0;
  EventId op = EventId::None;  // the innermost operator that ran then on its thread
  std::string op_name;
};

/// A [memory] instant, and the block it begins or ends.
struct DetailsAllocation {
  std::int64_t device_type = 0, device_id = -1;
  std::int64_t bytes = 0;  // negative: freed
  std::int64_t address = 0;
  std::int64_t allocated_bytes = 0, reserved_bytes = 0;  // of the allocator after it
  bool has_totals = false;
  // nullopt where the trace does not have that end: allocated before it began, not freed until it
  // ended. Both only where records have addresses.
  std::optional<DetailsBlockEnd> allocation = {}, release = {};
  std::optional<Ns> alive_ns = {};  // from the one to the other
};
/// nullopt for other events. A release belongs to the latest open block of the same device and
/// address; an address that is allocated again without one was freed then, unseen.
/// Cost: the device's records between the two ends.
std::optional<DetailsAllocation> allocation_at(const Snapshot& snapshot, EventId event, Ns time_ns);

}  // namespace lanescope
