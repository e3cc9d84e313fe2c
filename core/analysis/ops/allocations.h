// Blocks of memory from allocation to free, and the blocks that are live at a given time.
#pragma once

#include <cstdint>
#include <memory>
#include <vector>

#include "core/analysis/events/name_test.h"
#include "core/base/text/ids.h"
#include "core/base/time.h"
#include "core/store/interval_index.h"
#include "core/store/slice_finder.h"
#include "core/store/snapshot.h"

namespace lanescope {

class AnalysisResults;

struct Allocation {
  TimeRange range;                          // ends at kMaxNs if the block is not freed in the trace
  std::uint32_t record = 0;                 // into the MemoryTrack
  std::uint32_t free_record = 0xFFFFFFFFU;  // the record that ended it
  std::int64_t address = 0;
  std::int64_t bytes = 0;
  EventId event = EventId::None;  // the [memory] record
  EventId op = EventId::None;     // the innermost operator at that time
};

/// The blocks of one allocator.
struct AllocationList {
  std::shared_ptr<const MemoryTrack> memory;
  std::shared_ptr<const std::vector<EventId>> ops;  // ops_of_instants() of the trace
  std::vector<Allocation> blocks;                   // by start
  IntervalIndex index;                              // of the blocks, by record instead of time
  std::uint64_t frees = 0;
  std::uint64_t unmatched_frees = 0;  // of blocks allocated before the trace
  std::int64_t unmatched_freed_bytes = 0;
  /// Allocated when the trace began: the first total minus the first record's own bytes. 0 if
  /// records have no totals.
  std::int64_t before_bytes = 0;
  /// Of blocks in `blocks` that were allocated before the history: see is_before_history().
  std::int64_t before_history_bytes = 0;
  bool has_addresses = false;  // false in old traces; blocks then have no end
};

/// One list for each entry of Snapshot::memory. A free ends the latest open block at its address;
/// if an address is allocated again without a free, the old block is assumed to end then. Pure;
/// complete snapshots only. Cost: a pass over the records with a hash lookup each, and
/// ops_of_instants.
std::vector<AllocationList> find_allocations(const Snapshot& snapshot);

/// find_allocations() as a shared result.
struct Allocations {
  static constexpr bool kOfTrace = true;
  std::vector<AllocationList> lists;
};
Allocations find_allocations(const AnalysisResults& in);

/// Whether the event of an allocation only stands for a block that was allocated before the history
/// of a memory snapshot began: its time is not that of the allocation.
bool is_before_history(const Snapshot& snapshot, EventId memory_event);

/// A live block.
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
  /// Allocated at that time but not in `blocks`: from before the trace, or without an address.
  std::int64_t other_bytes = 0;
};

/// The live blocks at a given time, after all records up to and including that nanosecond. For
/// traces without addresses, only other_bytes is set. Cost: log n + hits log n.
LiveSet live_set_at(const AllocationList& list, Ns time_ns);
/// The same immediately after a record of the list's MemoryTrack.
LiveSet live_set_after(const AllocationList& list, std::uint32_t record);

/// The allocator's total at a given time, after all records up to and including it. Cost: log n.
std::int64_t allocated_at(const MemoryTrack& memory, Ns time_ns);

/// The name of the operator that allocated; Empty if there is none, or if it is an annotation,
/// which old traces record as an operator.
StringId allocator_name(const Snapshot& snapshot, EventId op);

/// allocator_name() for many blocks. Not thread-safe; refers to the snapshot.
class AllocatorNames {
 public:
  explicit AllocatorNames(const Snapshot& snapshot);
  /// Cost: that of SliceFinder::find, and a look at the text of each name once.
  [[nodiscard]] StringId of(EventId op);

 private:
  SliceFinder slices_;
  NameTest is_annotation_;
};

/// Whether this is CPU, MKLDNN or IDEEP of c10::DeviceType.
bool is_host_memory(std::int64_t device_type);

}  // namespace lanescope
