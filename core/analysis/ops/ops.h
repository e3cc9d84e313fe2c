// Which operators cost the most: on the CPU, on the GPU, in memory.
#pragma once

#include <cstdint>
#include <string_view>
#include <vector>

#include "core/analysis/events/window.h"
#include "core/analysis/host/graph_origins.h"
#include "core/analysis/ops/groups.h"
#include "core/store/snapshot.h"

namespace lanescope {

class AnalysisResults;

/// All calls with one name, or with one name and group. Totals include only the outermost calls of
/// a recursive operator. "Self" is the time in a call but not in nested operators; for an
/// annotation, not in nested operators or annotations. An annotation inside an operator has no self
/// time, since all of it belongs to that operator or a nested one. So the self times of a thread
/// add up to at most its run time.
struct OpRow {
  StringId name = StringId::Empty;
  std::uint32_t group = 0;  // in OpTable::groups; 0 for annotations
  /// An annotation, not an operator: of category user_annotation or, in old traces, an operator
  /// with one of PyTorch's annotation names.
  bool annotation = false;
  bool user_annotation = false;  // of that category; a name may have rows of both kinds
  std::uint64_t count = 0;
  std::uint64_t calls = 0;  // as counted by key_averages(), see merged_calls
  Ns self_cpu_ns = 0;
  Ns self_cpu_no_runtime_ns = 0;  // also without nested runtime and driver calls
  Ns total_cpu_ns = 0;            // of outermost calls
  Ns sum_cpu_ns = 0;              // of all calls, nested ones of the same operator too
  // GPU work belongs to the operator around its launch call, whenever and wherever it ran; of a
  // chosen range, only what ran in it counts, so a row may have such work and no calls. Work of a
  // CUDA graph is that of the operator that was captured, where this is known; the totals of the
  // operators around the replay include it too.
  Ns self_device_ns = 0;
  Ns total_device_ns = 0;
  Ns device_span_ns = 0;            // as total_device_ns, but counting concurrent streams once
  std::uint64_t kernels = 0;        // that are included in total_device_ns
  std::uint64_t graph_kernels = 0;  // of them: launched by a graph, captured in this operator
  // Allocated minus freed on the call's thread during the call.
  std::int64_t self_cpu_bytes = 0, total_cpu_bytes = 0;
  std::int64_t self_device_bytes = 0, total_device_bytes = 0;

  /// Adds another part of the same row.
  void add(const OpRow& part);
};

struct OpTable {
  /// By self_device_ns, then self_cpu_ns, both descending, then name, group.
  std::vector<OpRow> rows;
  OpGroups groups;
  bool has_gpu_events = false;
  bool has_memory_records = false;
  GraphCounts graphs;  // kernels that count where they were captured
  /// The sums over all rows, the base for shares in key_averages().
  Ns self_cpu_ns = 0, self_device_ns = 0;
  /// GPU work in no row because its launch is not in the trace: most often it was launched before
  /// the recording began.
  Ns unlaunched_device_ns = 0;
};

/// Grouped only by name without `groups`, see group_ops. Without `graphs`, the work of a CUDA graph
/// belongs to the operator that replays it. Pure; complete snapshots only. Cost: a
/// pass over each host thread, one over the GPU events and one over the memory records, in
/// parallel.
OpTable ops_by_group(const Snapshot& snapshot, const AnalysisWindow& window, OpGroups groups = {},
                     const GraphOrigins* graphs = nullptr);

/// By AnalysisResults::group_by, with the work of CUDA graphs where it was captured.
OpTable analyse_ops(const AnalysisResults& in);

/// Whether PyTorch gives such names to annotations: "ProfilerStep#3", "Optimizer.step#SGD.step" …
bool is_annotation_name(std::string_view name);

/// Whether a name is that of an annotation around a collective that runs on the host:
/// "gloo:all_reduce". It lasts as long as the collective, whereas those of NCCL only last until the
/// launch.
bool is_host_collective(std::string_view name);

}  // namespace lanescope
