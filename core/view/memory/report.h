// What is told about one allocator besides its picture: names and colours of its blocks, its peak,
// and who allocates.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <stop_token>
#include <string>
#include <vector>

#include "core/analysis/memory/memory.h"
#include "core/analysis/results.h"
#include "core/view/memory/rows.h"

namespace lanescope {

/// Of one device: what its blocks are called, and how they are tinted.
struct BlockLabels {
  BlockSources sources;
  std::vector<std::uint8_t> shades;  // by block, of its name
  /// By block, where no category could be estimated: one of a few, by who allocated it.
  std::vector<std::uint8_t> roles;
};

/// Of one device in a range: what is told about it.
struct MemoryReport {
  MemoryDevice device;
  std::vector<AllocatorRow> allocators;
  std::string facts, sentence;
};

/// Cost: find_block_sources: for a worker. A stop gives labels that are not whole.
BlockLabels label_blocks(const Snapshot& snapshot, const DeviceBlocks& device,
                         const ReadEvent& read, const std::stop_token& stop);
/// `number` is the device's, as in Snapshot::memory. Cost: that of the analysis of memory, and
/// list_allocators: for a worker.
MemoryReport report_memory(const AnalysisResults& in, const DeviceBlocks& device,
                           const BlockSources& sources, std::size_t number,
                           const std::stop_token& stop);

}  // namespace lanescope
