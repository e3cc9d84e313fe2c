// Memory blocks as rows: those alive at a moment, or all in a range of time; by block, or grouped
// by what allocated them. Rows are block numbers, so a million of them are cheap; texts are created
// only for visible rows.
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

// The line of Python that allocated a block.

struct BlockSource {
  std::string function;  // "forward"
  std::string place;     // "model.py:54", without the folder; empty for built-ins
  bool user = false;     // a line of user code; otherwise the innermost frame with a file
};

struct BlockSources {
  std::vector<BlockSource> all;
  std::vector<std::uint32_t> of_block;  // into `all`, kNoBlock if unknown; empty if all are
  /// The innermost nn.Module by its class, "Linear", so that the layers of a model are one.
  std::vector<std::string> modules;
  std::vector<std::uint32_t> module_of_block;  // as of_block

  [[nodiscard]] const BlockSource* of(std::uint32_t block) const {
    const bool known = block < of_block.size() && of_block[block] != kNoBlock;
    return known ? &all[of_block[block]] : nullptr;
  }
};

/// From the Python frames open on the thread when the block was allocated; in memory snapshots,
/// from the stack that `read` finds in the event's arguments. Cost: for every block, a lookup in
/// each row of the thread, or reading its event; run it on a worker. If stopped, the sources are
/// incomplete.
BlockSources find_block_sources(const Snapshot& snapshot, const DeviceBlocks& device,
                                const ReadEvent& read, const std::stop_token& stop);

/// The texts of a device's blocks, with their sources, in one trace.
struct BlockTexts {
  const Snapshot& snapshot;
  const DeviceBlocks& device;
  const BlockSources& sources;

  /// The operator; if none was running, the Python function; otherwise "outside operators", or "no
  /// stack recorded" in a memory snapshot.
  [[nodiscard]] std::string_view name(std::uint32_t block) const;
  [[nodiscard]] std::string_view place(std::uint32_t block) const;  // "model.py:54"; may be empty
  [[nodiscard]] std::string_view category(std::uint32_t block) const;
  [[nodiscard]] std::string_view module(std::uint32_t block) const;  // "Linear"; may be empty
  [[nodiscard]] bool in_operator(std::uint32_t block) const;
  /// Time until it was freed; nullopt if it was not.
  [[nodiscard]] std::optional<Ns> lifetime(std::uint32_t block) const;
  /// What blocks are grouped by: the operator, regardless of the line that called it, otherwise the
  /// line.
  [[nodiscard]] std::pair<std::string_view, std::string_view> allocator(std::uint32_t block) const;
};

enum class BlockOrder : std::uint8_t { Name, Bytes, Time, Lifetime, Source, Category };

struct BlockRowsQuery {
  std::optional<MemoryCursor> alive_at;  // nullopt: all blocks allocated in `range`
  std::optional<TimeRange> range;        // nullopt: the whole trace
  BlockOrder order = BlockOrder::Bytes;
  bool falling = true;
  std::string filter;  // part of the name, the place or the category; case ignored
  friend bool operator==(const BlockRowsQuery&, const BlockRowsQuery&) = default;
};

/// All listed blocks allocated by operators of the same name, or by the same line.
struct BlockGroup {
  std::uint32_t largest = kNoBlock;  // the first of the largest
  std::uint64_t count = 0;
  std::int64_t bytes = 0;
};

struct BlockRows {
  std::vector<std::uint32_t> blocks;  // in the requested order, ties by allocation
  std::vector<BlockGroup> groups;     // of the same blocks, by bytes, then by name
  std::int64_t bytes = 0;             // of the listed blocks
  // Regardless of the filter: all blocks of the query, and the bytes alive besides them, which were
  // allocated before the trace.
  std::uint64_t all_count = 0;
  std::int64_t all_bytes = 0, other_bytes = 0;
};

/// Sorts and filters all blocks. Cost: a sort; run it on a worker. If stopped, the rows are
/// incomplete.
BlockRows list_blocks(const BlockTexts& texts, const BlockRowsQuery& query,
                      const std::stop_token& stop);

/// How much one operator or line allocated, and how much of it is alive at a peak.
struct AllocatorRow {
  BlockGroup all;
  std::uint64_t at_peak = 0;
  std::int64_t bytes_at_peak = 0;
};
/// Sorted by bytes. Cost: twice that of list_blocks.
std::vector<AllocatorRow> list_allocators(const BlockTexts& texts, std::optional<TimeRange> range,
                                          std::optional<MemoryCursor> peak,
                                          const std::stop_token& stop);

}  // namespace lanescope
