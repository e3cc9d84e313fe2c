// What is said about memory in words, and the colours of its uses.
#pragma once

#include <string>
#include <string_view>

#include "core/analysis/memory/memory.h"
#include "core/view/colors/role.h"
#include "core/view/memory/rows.h"

namespace lanescope {

/// "Optimizer state".
std::string_view memory_category_title(MemoryCategory category);
/// Uses have the colours of roles, which are told apart by everybody.
ColorRole memory_category_role(MemoryCategory category);

/// "peak 6.174 GiB at 1.204 s · 11.90 GiB reserved then · 3.100 GiB from before the trace".
std::string memory_facts(const MemoryDevice& device, Ns origin_ns);

/// What holds how much of the peak, in one sentence; empty where it is not known.
std::string peak_sentence(const BlockTexts& texts, const MemoryDevice& device);

/// Why a device has no picture of blocks; empty when it has.
std::string_view missing_blocks(const DeviceBlocks& device);
/// Why a trace has nothing about memory.
std::string_view missing_memory(const Snapshot& snapshot);

}  // namespace lanescope
