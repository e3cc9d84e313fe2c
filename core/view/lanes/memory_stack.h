// Memory by what it is for, as curves on top of each other: estimated from the blocks, or the sums
// that a memory timeline holds.
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <vector>

#include "core/view/memory/blocks.h"
#include "core/view/timeline/viewport.h"

namespace lanescope {

/// From the bottom: what is from before the trace, then the categories in their order.
inline constexpr std::size_t kStackParts = kMemoryCategories + 1;
using StackBytes = std::array<std::int64_t, kStackParts>;

/// Holds until the next one.
struct StackPoint {
  float x_px = 0;
  StackBytes bytes{};
};

struct MemoryStack {
  std::vector<StackPoint> points;  // rising x, at most two a pixel
  std::int64_t most = 1;           // of the whole trace, for the scale
};

/// Of several states inside a pixel the highest one is drawn. Empty without addresses.
/// Cost: pixels * kCheckpoint records, and one sixteenth of the records in view.
void memory_stack(const DeviceBlocks& device, const Viewport& viewport, MemoryStack& out);
/// Nullopt before the first record and without addresses.
std::optional<StackBytes> memory_stack_at(const DeviceBlocks& device, Ns time_ns);

/// The counters of a memory timeline, in the order of the categories; empty for other traces.
using CategoryCounters = std::array<const CounterTrack*, kMemoryCategories>;
std::optional<CategoryCounters> category_counters(const Snapshot& snapshot);

/// The same of a memory timeline. Cost: pixels * log n, and the highest of up to 32 samples each.
void memory_stack(const CategoryCounters& counters, const Viewport& viewport, MemoryStack& out);
std::optional<StackBytes> memory_stack_at(const CategoryCounters& counters, Ns time_ns);
/// The highest sum at any time. Cost: a pass.
std::int64_t most_of(const CategoryCounters& counters);

}  // namespace lanescope
