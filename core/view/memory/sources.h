// Which line of Python asked for a block of memory.
#pragma once

#include <cstdint>
#include <stop_token>
#include <string>
#include <vector>

#include "core/analysis/search/event_query.h"
#include "core/view/memory/blocks.h"

namespace lanescope {

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

}  // namespace lanescope
