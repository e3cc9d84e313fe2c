// What is shown for one allocator besides its picture: names and colors of its blocks, its peak,
// what allocated them; and its tables of blocks for export.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <stop_token>
#include <string>
#include <vector>

#include "core/analysis/memory/memory.h"
#include "core/analysis/results.h"
#include "core/view/memory/block_colors.h"
#include "core/view/memory/rows.h"
#include "core/view/tables/data_table.h"

namespace lanescope {

/// The names and colors of one device's blocks.
struct BlockLabels {
  BlockSources sources;
  BlockColors colors;
  std::vector<std::uint8_t> shades;  // by block, from its name
};

/// What is shown for one device in a range.
struct MemoryReport {
  MemoryDevice device;
  std::vector<AllocatorRow> allocators;
  std::string facts, sentence;
  std::string leak;  // of a memory snapshot: "Possible leak: …"; empty if there is none
};

/// Cost: find_block_sources; run it on a worker. If stopped, the labels are incomplete.
BlockLabels label_blocks(const Snapshot& snapshot, const DeviceBlocks& device,
                         const ReadEvent& read, const std::stop_token& stop);
/// `number` is the device's index in Snapshot::memory. Cost: the memory analysis and
/// list_allocators; run it on a worker.
MemoryReport report_memory(const AnalysisResults& in, const DeviceBlocks& device,
                           const BlockSources& sources, std::size_t number,
                           const std::stop_token& stop);

/// A row per block, in the listed order. Each of these tables costs time for its texts; build them
/// on a worker.
DataTable block_table(const BlockTexts& texts, const BlockRows& rows);
/// A row per operator or line that allocated some of the listed blocks.
DataTable block_group_table(const BlockTexts& texts, const BlockRows& rows);
DataTable allocator_table(const BlockTexts& texts, const MemoryReport& report);
DataTable spike_table(const BlockTexts& texts, std::span<const MemorySpike> spikes);

}  // namespace lanescope
