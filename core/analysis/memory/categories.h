// What blocks of memory are for, and how much each use takes over time.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>
#include <string_view>
#include <vector>

#include "core/analysis/ops/allocations.h"
#include "core/base/time.h"
#include "core/store/snapshot.h"

namespace lanescope {

/// In the order of torch's memory timeline.
enum class MemoryCategory : std::uint8_t {
  Parameter,
  OptimizerState,
  Input,
  Temporary,
  Activation,
  Gradient,
  AutogradDetail,
  Unknown,
};
inline constexpr std::size_t kMemoryCategories = 8;
using CategoryBytes = std::array<std::int64_t, kMemoryCategories>;

/// "parameter", "optimizer_state" …: as in the text face.
std::string_view memory_category_name(MemoryCategory category);

/// Estimated from when and where a block was allocated and freed, by block of the list. Kineto does
/// not say; a block that the trace saw being allocated is never taken for a parameter. Pure;
/// complete snapshots only. Cost: ops_of_instants, a pass over annotations and GPU events, and the
/// depth of the operators for each block.
std::vector<MemoryCategory> estimate_categories(const Snapshot& snapshot,
                                                const AllocationList& list);

struct MemoryChange {
  Ns time_ns = 0;
  std::int64_t bytes = 0;  // negative: freed
  MemoryCategory category = MemoryCategory::Unknown;
};

/// The changes of a list in the order of its records.
std::vector<MemoryChange> category_changes(const AllocationList& list,
                                           std::span<const MemoryCategory> categories);

/// Bytes alive by category, a point for each time at which something changes.
struct CategoryCurve {
  std::vector<Ns> time_ns;
  std::vector<CategoryBytes> bytes;
};
/// Of changes in the order of their times. Cost: a pass.
CategoryCurve category_curve(std::span<const MemoryChange> changes);

}  // namespace lanescope
