// The wording about memory, and the colors of its categories.
#pragma once

#include <span>
#include <string>
#include <string_view>

#include "core/analysis/memory/growing_lines.h"
#include "core/analysis/memory/memory.h"
#include "core/view/colors/role.h"
#include "core/view/memory/rows.h"

namespace lanescope {

/// "Optimizer state".
std::string_view memory_category_title(MemoryCategory category);
/// "optimizer state holds", "activations hold".
std::string memory_category_holds(MemoryCategory category);
/// Categories use role colors, which remain distinguishable with color-vision deficiencies.
ColorRole memory_category_role(MemoryCategory category);

/// "peak 6.174 GiB at 1.204 s · 11.90 GiB reserved then · 3.100 GiB allocated before the trace".
std::string memory_facts(const Snapshot& snapshot, const MemoryDevice& device);

/// What is allocated beyond the blocks of a list: "3.100 GiB allocated before the trace". A
/// snapshot lists the blocks of before, too, and only counts some of them larger than its history.
std::string unlisted_memory(const Snapshot& snapshot, std::int64_t bytes);

/// "forward (gpt.py:88) never frees 5 of its 30 blocks, 40.00 MiB, allocated throughout the
/// history".
std::string growing_line_words(const GrowingLine& line);
/// "Possible leak: …" about the line that keeps the most; empty if no line does.
std::string leak_sentence(std::span<const GrowingLine> lines);

/// One sentence on what holds how much of the peak, in shares that add up to it; empty if unknown.
/// Where most blocks have no category, as in a memory snapshot: who allocated the most.
std::string peak_sentence(const BlockTexts& texts, const MemoryDevice& device);

/// Of a memory timeline, in the range: "Peak 6.174 GiB at 1.204 s: activation 2.100 GiB, …".
struct TimelinePeakText {
  std::string sentence;
};
/// Cost: the memory analysis; run it on a worker.
TimelinePeakText timeline_peak_insight(const AnalysisResults& in);

/// Whether the file is one of torch.profiler's export_memory_timeline: totals by category only.
bool is_memory_timeline(const Snapshot& snapshot);
/// That, or a memory snapshot: no operators, kernels or steps, so whatever is about those does not
/// apply.
bool is_memory_file(const Snapshot& snapshot);
/// Why a device has no picture of blocks; empty if it has one.
std::string_view missing_blocks(const DeviceBlocks& device);
/// Why a trace has no memory data.
std::string_view missing_memory(const Snapshot& snapshot);

}  // namespace lanescope
