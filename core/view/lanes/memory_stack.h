// Memory by category, as stacked curves: estimated from the blocks, or the sums stored in a memory
// timeline; or by what allocated it, where the use of most of it is unknown.
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <string_view>
#include <vector>

#include "core/view/memory/block_colors.h"
#include "core/view/memory/blocks.h"
#include "core/view/timeline/viewport.h"

namespace lanescope {

/// From the bottom: memory allocated before the trace, then the categories in their order, or the
/// owners.
inline constexpr std::size_t kStackParts = kRoleCount + 1;
static_assert(kMemoryCategories <= kRoleCount);
using StackBytes = std::array<std::int64_t, kStackParts>;

/// In effect until the next point.
struct StackPoint {
  float x_px = 0;
  StackBytes bytes{};
};

struct MemoryStack {
  std::vector<StackPoint> points;  // ascending x, at most two per pixel
  std::int64_t most = 1;           // over the whole trace, for the scale
};

/// By owner if `owned` is not empty, else by category. If a pixel has several states, the highest
/// is drawn. Empty without addresses. Cost: pixels * kCheckpoint records, and one sixteenth of the
/// records in view.
void memory_stack(const DeviceBlocks& device, const OwnedBlocks& owned, const Viewport& viewport,
                  MemoryStack& out);
/// nullopt before the first record and without addresses.
std::optional<StackBytes> memory_stack_at(const DeviceBlocks& device, const OwnedBlocks& owned,
                                          Ns time_ns);

/// What a part of the stack is.
struct StackPart {
  std::string_view title;         // "Activation", "LlamaMLP"
  std::optional<ColorRole> role;  // nullopt: before the trace, so no role's color
};
StackPart stack_part(const OwnedBlocks& owned, std::size_t part);

/// A memory timeline's counters, in the order of the categories; nullopt for other traces.
using CategoryCounters = std::array<const CounterTrack*, kMemoryCategories>;
std::optional<CategoryCounters> category_counters(const Snapshot& snapshot);

/// The same for a memory timeline. Cost: pixels * log n, and the maximum of up to 32 samples each.
void memory_stack(const CategoryCounters& counters, const Viewport& viewport, MemoryStack& out);
std::optional<StackBytes> memory_stack_at(const CategoryCounters& counters, Ns time_ns);
/// The highest sum at any time. Cost: one pass.
std::int64_t most_of(const CategoryCounters& counters);

}  // namespace lanescope
