// What memory blocks are used for, and the bytes of each category over time.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>
#include <string_view>
#include <vector>

#include "core/analysis/events/step_ranges.h"
#include "core/analysis/ops/allocations.h"
#include "core/analysis/ops/charges.h"
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

/// "parameter", "optimizer_state" …: as in JSON.
std::string_view memory_category_name(MemoryCategory category);

/// The category of each block of the list, estimated from when and where it was allocated and
/// freed, since Kineto does not record it. A block allocated within the trace is never considered a
/// parameter. Pure; complete snapshots only. Cost: a pass over annotations and GPU events, and the
/// nesting depth of operators for each block.
std::vector<MemoryCategory> estimate_categories(const Snapshot& snapshot,
                                                const AllocationList& list);
/// The same if step_ranges() and find_annotations() are known.
std::vector<MemoryCategory> estimate_categories(const Snapshot& snapshot,
                                                const AllocationList& list,
                                                std::span<const StepRange> steps,
                                                const AnnotationTrees& annotations);

struct MemoryChange {
  Ns time_ns = 0;
  std::int64_t bytes = 0;  // negative: freed
  MemoryCategory category = MemoryCategory::Unknown;
};

/// The changes of a list, in record order.
std::vector<MemoryChange> category_changes(const AllocationList& list,
                                           std::span<const MemoryCategory> categories);

/// Calls visit(time_ns, bytes) for each time of a change, with the live bytes of each category
/// after it. `changes` are in time order. Cost: a pass.
template <typename Visit>
void for_each_total(std::span<const MemoryChange> changes, const Visit& visit) {
  CategoryBytes bytes{};
  for (std::size_t i = 0; i < changes.size(); ++i) {
    std::int64_t& of_category = bytes[static_cast<std::size_t>(changes[i].category)];
    of_category = saturating_add(of_category, changes[i].bytes);
    const bool last = i + 1 == changes.size() || changes[i + 1].time_ns != changes[i].time_ns;
    if (last) visit(changes[i].time_ns, bytes);
  }
}

/// Live bytes by category, with a point for each time of a change.
struct CategoryCurve {
  std::vector<Ns> time_ns;
  std::vector<CategoryBytes> bytes;
};
/// `changes` are in time order. Cost: a pass.
CategoryCurve category_curve(std::span<const MemoryChange> changes);

}  // namespace lanescope
