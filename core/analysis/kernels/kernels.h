// Which kernels cost most?
#pragma once

#include <cstdint>
#include <functional>
#include <vector>

#include "core/analysis/events/gpu_class.h"
#include "core/analysis/events/window.h"
#include "core/store/snapshot.h"

namespace lanescope {

struct KernelRow {
  StringId name = StringId::Empty;  // of the first kernel, of all unless they are grouped
  std::uint64_t group = 0;          // see KernelGroupOf
  EventId longest = EventId::None;
  GpuClass gpu_class = GpuClass::Compute;
  bool tensor_core = false;  // by the name
  std::uint64_t count = 0;
  Ns total_ns = 0, min_ns = 0, max_ns = 0;
  double mean_ns = 0;
  double std_ns = 0;                             // with n - 1; 0 of a single one
  double median_ns = 0, p90_ns = 0, p99_ns = 0;  // between neighbours by their distance
  std::vector<StringId> ops;                     // that launched it, those with most launches first
};

struct KernelTable {
  std::vector<KernelRow> rows;  // by total, falling, then name
  Ns gpu_ns = 0;  // what shares are of: the durations of all GPU events, copies and fills too
};

/// A kernel as far as groups are told by it.
struct KernelCall {
  const Track& track;
  StringId name = StringId::Empty;
  StringId op = StringId::Empty;  // innermost operator around its launch
};
/// Kernels of one number share a row.
using KernelGroupOf = std::function<std::uint64_t(const KernelCall&)>;

/// Kernels only, no copies and fills; by name without `group_of`. Pure; complete snapshots only.
/// Cost: a pass over the GPU events and a look-up each for its operator; 12 bytes a kernel are kept
/// meanwhile for the quantiles.
KernelTable kernels_by_group(const Snapshot& snapshot, const AnalysisWindow& window,
                             const KernelGroupOf& group_of = {});

/// The innermost operator around an event: itself, or around the call or around the launch of a
/// kernel. None when there is none.
EventId op_around(const Snapshot& snapshot, EventId event);

}  // namespace lanescope
