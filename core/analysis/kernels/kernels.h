// Which kernels cost the most.
#pragma once

#include <cstdint>
#include <functional>
#include <vector>

#include "core/analysis/events/gpu_class.h"
#include "core/analysis/events/window.h"
#include "core/analysis/host/graph_origins.h"
#include "core/store/slice_finder.h"
#include "core/store/snapshot.h"

namespace lanescope {

class AnalysisResults;

struct KernelRow {
  StringId name = StringId::Empty;  // of the first kernel; unless grouped, of all
  std::uint64_t group = 0;          // see KernelGroupOf
  EventId longest = EventId::None;
  GpuClass gpu_class = GpuClass::Compute;
  bool tensor_core = false;  // by name
  std::uint64_t count = 0;
  std::uint64_t graph_count = 0;  // of them: launched by a CUDA graph
  /// Of those whose end is in the file; 0 if no end is.
  Ns total_ns = 0, min_ns = 0, max_ns = 0;
  double mean_ns = 0;
  double std_ns = 0;  // sample standard deviation (n - 1); 0 for a single one
  double median_ns = 0, p90_ns = 0, p99_ns = 0;  // by linear interpolation
  /// That launched it, those with the most launches first. Of a CUDA graph, that was captured.
  std::vector<StringId> ops;
};

struct KernelTable {
  std::vector<KernelRow> rows;  // by total, descending, then name
  /// The base for shares: the durations of all GPU events, including copies and fills.
  Ns gpu_ns = 0;
  GraphCounts graphs;  // kernels whose operators are those that were captured
};

/// The properties of a kernel by which it can be grouped.
struct KernelCall {
  const Track& track;
  StringId name = StringId::Empty;
  StringId op = StringId::Empty;  // the innermost operator around its launch, or its capture
};
/// Kernels with the same number share a row.
using KernelGroupOf = std::function<std::uint64_t(const KernelCall&)>;

/// Kernels only, without copies and fills, as far as counted_part counts them; grouped by name
/// without `group_of`. Pure; complete
/// snapshots only. Cost: a pass over the GPU events with a lookup of the operator for each; 12
/// bytes per kernel are kept meanwhile for the quantiles.
KernelTable kernels_by_group(const Snapshot& snapshot, const AnalysisWindow& window,
                             const KernelGroupOf& group_of = {},
                             const GraphOrigins* graphs = nullptr);

/// By name, with the operators of CUDA graphs that were captured.
KernelTable analyse_kernels(const AnalysisResults& in);

/// The name of the innermost operator that a kernel was launched or, for a graph, captured in;
/// Empty if there is none. `graphs` may be null.
StringId op_name_of_kernel(const Snapshot& snapshot, const GraphOrigins* graphs, EventId kernel);

/// The innermost operator around an event: an operator itself, or that around a call or around the
/// launch of a kernel. None if there is none.
EventId op_around(const Snapshot& snapshot, EventId event);
/// The same for many events. Cost: that of SliceFinder::find.
EventId op_around(SliceFinder& slices, EventId event);

}  // namespace lanescope
