// The blocks of every allocator, with the data that the Memory pane and the category lanes need.
// Read once per trace.
#pragma once

#include <cstdint>
#include <stop_token>
#include <string>
#include <vector>

#include "core/analysis/memory/categories.h"
#include "core/analysis/ops/allocations.h"
#include "core/store/snapshot.h"

namespace lanescope {

class AnalysisResults;

inline constexpr std::uint32_t kNoBlock = 0xFFFFFFFFU;

/// The blocks of one allocator.
struct DeviceBlocks {
  AllocationList list;
  std::string title;                       // "CUDA 0"
  std::vector<MemoryCategory> categories;  // by block, estimated; empty without addresses
  // By record: the block it allocates and the block it frees; kNoBlock for none. A record that
  // reuses the address of an open block does both.
  std::vector<std::uint32_t> begun, ended;
  /// By record: bytes still alive after it that were allocated before the trace, so belong to no
  /// block in the list. All 0 if the trace has no totals.
  std::vector<std::int64_t> before;
  /// Bytes alive by category, before every kCheckpoint-th record.
  std::vector<CategoryBytes> checkpoints;
  static constexpr std::uint32_t kCheckpoint = 64;
  std::int64_t most = 0;          // most bytes alive at once, including `before`
  std::int64_t least_before = 0;  // the smallest value in `before`
};

/// One entry for each of Snapshot::memory; complete snapshots only. Cost: find_allocations and
/// estimate_categories; run it on a worker. If stopped, the list is incomplete.
std::vector<DeviceBlocks> read_device_blocks(const Snapshot& snapshot, const std::stop_token& stop);

/// The same as an insight, so that it is shared.
std::vector<DeviceBlocks> device_blocks(const AnalysisResults& in);

/// Bytes alive by category right after a record. Cost: kCheckpoint records.
CategoryBytes category_bytes_after(const DeviceBlocks& device, std::uint32_t record);

/// The block that a [memory] event of the device allocates or frees; kNoBlock for none.
/// Cost: log n.
std::uint32_t block_of_event(const Snapshot& snapshot, const DeviceBlocks& device, EventId event);

/// A moment: after all records up to a time, or right after one of several records with the same
/// time.
struct MemoryCursor {
  Ns time_ns = 0;
  std::uint32_t record = kNoBlock;  // kNoBlock: use time_ns
  friend bool operator==(const MemoryCursor&, const MemoryCursor&) = default;
};
LiveSet live_set_at(const DeviceBlocks& device, const MemoryCursor& cursor);

}  // namespace lanescope
