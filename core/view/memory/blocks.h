// The blocks of every allocator with what the Memory pane and the category lanes need of them, read
// once per trace.
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
  // By record: the block that it begins and the one that it ends, kNoBlock for none. An address
  // that is allocated again does both.
  std::vector<std::uint32_t> begun, ended;
  /// By record: bytes alive after it that are no block of the list, from before the trace. All 0
  /// where the trace has no totals.
  std::vector<std::int64_t> before;
  /// Bytes alive by category, before each kCheckpoint-th record.
  std::vector<CategoryBytes> checkpoints;
  static constexpr std::uint32_t kCheckpoint = 64;
  std::int64_t most = 0;          // alive at once, `before` included
  std::int64_t least_before = 0;  // of `before`
};

/// One entry for each of Snapshot::memory; complete snapshots only. Cost: find_allocations and
/// estimate_categories: for a worker. A stop gives a list that is not whole.
std::vector<DeviceBlocks> read_device_blocks(const Snapshot& snapshot, const std::stop_token& stop);

/// The same as an insight, to be shared.
std::vector<DeviceBlocks> device_blocks(const AnalysisResults& in);

/// Bytes alive by category right after a record. Cost: kCheckpoint records.
CategoryBytes category_bytes_after(const DeviceBlocks& device, std::uint32_t record);

/// The block that a [memory] event of the device allocates or frees; kNoBlock for none.
/// Cost: log n.
std::uint32_t block_of_event(const Snapshot& snapshot, const DeviceBlocks& device, EventId event);

/// A moment: after all records until a time, or right after one of several of the same time.
struct MemoryCursor {
  Ns time_ns = 0;
  std::uint32_t record = kNoBlock;  // kNoBlock: by time
  friend bool operator==(const MemoryCursor&, const MemoryCursor&) = default;
};
LiveSet live_set_at(const DeviceBlocks& device, const MemoryCursor& cursor);

}  // namespace lanescope
