// The wording about memory, and the colors of its categories.
#pragma once

#include <string>
#include <string_view>

#include "core/analysis/memory/memory.h"
#include "core/view/colors/role.h"
#include "core/view/memory/rows.h"

namespace lanescope {

/// "Optimizer state".
std::string_view memory_category_title(MemoryCategory category);
/// Categories use role colors, which remain distinguishable with color-vision deficiencies.
ColorRole memory_category_role(MemoryCategory category);

/// "peak 6.174 GiB at 1.204 s · 11.90 GiB reserved then · 3.100 GiB allocated before the trace".
std::string memory_facts(const MemoryDevice& device, Ns origin_ns);

/// One sentence on what holds how much of the peak; empty if unknown.
std::string peak_sentence(const BlockTexts& texts, const MemoryDevice& device);

/// Whether the file is one of torch.cuda.memory's: about nothing else.
bool is_memory_snapshot(const Snapshot& snapshot);
/// Why a device has no picture of blocks; empty if it has one.
std::string_view missing_blocks(const DeviceBlocks& device);
/// Why a trace has no memory data.
std::string_view missing_memory(const Snapshot& snapshot);

}  // namespace lanescope
