// Which operators cost most: on the CPU, on the GPU, in memory?
#pragma once

#include <cstdint>
#include <string_view>
#include <vector>

#include "core/analysis/events/window.h"
#include "core/analysis/ops/groups.h"
#include "core/store/snapshot.h"

namespace lanescope {

/// All calls of one name, or of one name in one group. A recursive operator's outermost calls are
/// its total; "self" is what lies in a call and in no operator inside it. An annotation's is what
/// lies in it and in no operator or annotation inside; in an operator it has none, as all of it is
/// that operator's or that of one inside. So the self times of a thread add up to no more than it
/// ran.
struct OpRow {
  StringId name = StringId::Empty;
  std::uint32_t group = 0;  // of OpTable::groups; 0 for annotations
  /// A range somebody marked, not an operator: of category user_annotation, or an operator of old
  /// traces by the names that PyTorch gives such ranges.
  bool annotation = false;
  bool user_annotation = false;  // of that category; a name may have a row of each kind
  std::uint64_t count = 0;
  std::uint64_t calls = 0;  // as key_averages() counts them, see merged_calls
  Ns self_cpu_ns = 0;
  Ns self_cpu_no_runtime_ns = 0;  // calls of the runtime and the driver are taken off too
  Ns total_cpu_ns = 0;            // of outermost calls
  Ns sum_cpu_ns = 0;              // of all calls, as key_averages() prints it
  // GPU work belongs to the operator whose launch call started it, whenever and wherever it ran.
  Ns self_device_ns = 0;
  Ns total_device_ns = 0;
  Ns device_span_ns = 0;      // as total, but streams that work at once count once
  std::uint64_t kernels = 0;  // that total_device_ns is made of
  // Allocated less freed on the call's thread while it ran.
  std::int64_t self_cpu_bytes = 0, total_cpu_bytes = 0;
  std::int64_t self_device_bytes = 0, total_device_bytes = 0;

  /// Adds the numbers of another part of the same row.
  void add(const OpRow& part);
};

struct OpTable {
  std::vector<OpRow> rows;  // by self_device_ns, then self_cpu_ns, both falling, then name, group
  OpGroups groups;
  bool has_gpu_events = false;
  bool has_memory_records = false;
  /// What all rows together are, the whole of which key_averages() prints shares.
  Ns self_cpu_ns = 0, self_device_ns = 0;
};

/// Grouped by name alone without `groups`, see group_ops. Pure; complete snapshots only. Cost: a
/// pass over each host thread, one over the GPU events and one over the memory records, side by
/// side on all cores.
OpTable ops_by_group(const Snapshot& snapshot, const AnalysisWindow& window, OpGroups groups = {});

/// Names PyTorch gives to marked ranges: "ProfilerStep#3", "Optimizer.step#SGD.step" …
bool is_annotation_name(std::string_view name);

/// Names of the ranges that PyTorch's process groups mark where the host does the collective:
/// "gloo:all_reduce". They last as long as it does; those of NCCL only until it is launched.
bool is_host_collective(std::string_view name);

}  // namespace lanescope
