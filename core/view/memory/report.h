// What is told about one allocator besides its picture: names and colours of its blocks, its peak,
// and who allocates; and the tables of blocks in the form that files are written from.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <stop_token>
#include <string>
#include <vector>

#include "core/analysis/memory/memory.h"
#include "core/analysis/results.h"
#include "core/view/memory/rows.h"
#include "core/view/tables/data_table.h"

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

/// A row for each block, in the order listed. Cost of each table: its words, for a worker.
DataTable block_table(const BlockTexts& texts, const BlockRows& rows);
/// A row for who allocated some of the listed blocks.
DataTable block_group_table(const BlockTexts& texts, const BlockRows& rows);
DataTable allocator_table(const BlockTexts& texts, const MemoryReport& report);
DataTable spike_table(const BlockTexts& texts, std::span<const MemorySpike> spikes);

}  // namespace lanescope
