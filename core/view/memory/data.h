// The tables of blocks in the form that files are written from.
#pragma once

#include <span>

#include "core/view/memory/report.h"
#include "core/view/memory/rows.h"
#include "core/view/tables/data_table.h"

namespace lanescope {

/// A row for each block, in the order listed. Cost of each table: its words, for a worker.
DataTable block_table(const BlockTexts& texts, const BlockRows& rows);
/// A row for who allocated some of the listed blocks.
DataTable block_group_table(const BlockTexts& texts, const BlockRows& rows);
DataTable allocator_table(const BlockTexts& texts, const MemoryReport& report);
DataTable spike_table(const BlockTexts& texts, std::span<const MemorySpike> spikes);

}  // namespace lanescope
