// Blocks of memory from their allocation to their release, and which of them are alive at a time.
#pragma once

#include <cstdint>
#include <memory>
#include <vector>

#include "core/base/text/ids.h"
#include "core/base/time.h"
#include "core/store/interval_index.h"
#include "core/store/snapshot.h"

namespace lanescope {

struct Allocation {
  TimeRange range;           // its end is kMaxNs when the block is not freed in the trace
  std::uint32_t record = 0;  // into the MemoryTrack
  std::uint32_t free_record = 0xFFFFFFFFU;  // that ended it
  std::int64_t address = 0;
  std::int64_t bytes = 0;
  EventId event = EventId::None;  // the [memory] record
  EventId op = EventId::None;     // the innermost operator that ran then
};

/// The blocks of one allocator.
struct AllocationList {
  std::shared_ptr<const MemoryTrack> memory;
  std::vector<Allocation> blocks;  // by start
  IntervalIndex index;             // over them, by record instead of time
  std::uint64_t frees = 0;
  std::uint64_t unmatched_frees = 0;  // of blocks from before the trace
  std::int64_t unmatched_freed_bytes = 0;
  /// Allocated when the trace began: the first total without the first record's own bytes. 0 where
  /// records have no totals.
  std::int64_t before_bytes = 0;
  bool has_addresses = false;  // old traces have none: no block has an end then
};

/// One list for each entry of Snapshot::memory. A release belongs to the latest open block at its
/// address; a block whose address is allocated again without one is taken for freed then. Pure;
/// complete snapshots only. Cost: a pass over the records with a hash look-up each, and
/// ops_of_instants.
std::vector<AllocationList> find_allocations(const Snapshot& snapshot);

/// A block that is alive.
struct LiveBlock {
  std::int64_t bytes = 0;
  std::int64_t address = 0;
  Ns age_ns = 0;
  EventId event = EventId::None;
  EventId op = EventId::None;
  std::uint32_t block = 0;  // into AllocationList::blocks
};

struct LiveSet {
  std::vector<LiveBlock> blocks;  // the largest first, then the oldest
  std::int64_t bytes = 0;         // of the blocks
  /// Allocated then without the blocks: what is from before the trace, or has no address.
  std::int64_t other_bytes = 0;
};

/// What is alive at a time, after all records until then and of that very nanosecond. Empty for
/// traces without addresses, but for other_bytes. Cost: log n, and hits log n.
LiveSet live_set_at(const AllocationList& list, Ns time_ns);
/// The same right after a record of the list's MemoryTrack.
LiveSet live_set_after(const AllocationList& list, std::uint32_t record);

/// The allocator's total at a time, after all records until then. Cost: log n.
std::int64_t allocated_at(const MemoryTrack& memory, Ns time_ns);

/// The name of the operator that allocated; Empty for none and for ranges that old traces call
/// operators.
StringId allocator_name(const Snapshot& snapshot, EventId op);

/// CPU, MKLDNN and IDEEP of c10::DeviceType.
bool is_host_memory(std::int64_t device_type);

}  // namespace lanescope
