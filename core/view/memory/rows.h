// Blocks of memory as rows: those alive at a moment, or all of a stretch of time; by block or by
// who allocated them. Rows are numbers of blocks, so a million of them cost little; words are made
// of those in sight.
#pragma once

#include <cstdint>
#include <optional>
#include <stop_token>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "core/analysis/search/event_query.h"
#include "core/view/memory/blocks.h"

namespace lanescope {

// Which line of Python asked for a block of memory.

struct BlockSource {
  std::string function;  // "forward"
  std::string place;     // "model.py:54", without folders; empty for built-ins
  bool user = false;     // a line of the user's own; else the innermost frame that has a file
};

struct BlockSources {
  std::vector<BlockSource> all;
  std::vector<std::uint32_t> of_block;  // into `all`, kNoBlock for unknown; empty when all are

  [[nodiscard]] const BlockSource* of(std::uint32_t block) const {
    const bool known = block < of_block.size() && of_block[block] != kNoBlock;
    return known ? &all[of_block[block]] : nullptr;
  }
};

/// Python frames open on the thread when the block was allocated; in memory snapshots the stack
/// that `read` finds among the arguments of the event. Cost: a look into each row of the thread for
/// every block, or a read of its event: for a worker. A stop gives sources that are not whole.
BlockSources find_block_sources(const Snapshot& snapshot, const DeviceBlocks& device,
                                const ReadEvent& read, const std::stop_token& stop);

/// A device's blocks with their sources, of one trace.
struct BlockTexts {
  const Snapshot& snapshot;
  const DeviceBlocks& device;
  const BlockSources& sources;

  /// The operator; where none ran the Python function; else "outside of operators".
  [[nodiscard]] std::string_view name(std::uint32_t block) const;
  [[nodiscard]] std::string_view place(std::uint32_t block) const;  // "model.py:54"; may be empty
  [[nodiscard]] std::string_view category(std::uint32_t block) const;
  /// Until it was freed; nullopt where it was not.
  [[nodiscard]] std::optional<Ns> lifetime(std::uint32_t block) const;
  /// What blocks are put together by: the operator, whatever line called it, else the line.
  [[nodiscard]] std::pair<std::string_view, std::string_view> allocator(std::uint32_t block) const;
};

enum class BlockOrder : std::uint8_t { Name, Bytes, Time, Lifetime, Source, Category };

struct BlockRowsQuery {
  std::optional<MemoryCursor> alive_at;  // else all that are allocated in `range`
  std::optional<TimeRange> range;        // nullopt: the whole trace
  BlockOrder order = BlockOrder::Bytes;
  bool falling = true;
  std::string filter;  // a part of the name, the place or the category, in any case
  friend bool operator==(const BlockRowsQuery&, const BlockRowsQuery&) = default;
};

/// All listed blocks that were allocated by operators of one name, or by one line.
struct BlockGroup {
  std::uint32_t largest = kNoBlock;  // the first of the largest ones
  std::uint64_t count = 0;
  std::int64_t bytes = 0;
};

struct BlockRows {
  std::vector<std::uint32_t> blocks;  // in the order asked for, equal ones by allocation
  std::vector<BlockGroup> groups;     // of the same blocks, by bytes, then by name
  std::int64_t bytes = 0;             // of the listed ones
  // Whatever the filter: of all blocks meant, and what is alive besides them, from before the
  // trace.
  std::uint64_t all_count = 0;
  std::int64_t all_bytes = 0, other_bytes = 0;
};

/// Sorted and filtered over all blocks. Cost: a sort of them: for a worker. A stop gives rows that
/// are not whole.
BlockRows list_blocks(const BlockTexts& texts, const BlockRowsQuery& query,
                      const std::stop_token& stop);

/// Who allocated how much, and how much of it is alive at a peak.
struct AllocatorRow {
  BlockGroup all;
  std::uint64_t at_peak = 0;
  std::int64_t bytes_at_peak = 0;
};
/// By bytes. Cost: as list_blocks, twice.
std::vector<AllocatorRow> list_allocators(const BlockTexts& texts, std::optional<TimeRange> range,
                                          std::optional<MemoryCursor> peak,
                                          const std::stop_token& stop);

}  // namespace lanescope
