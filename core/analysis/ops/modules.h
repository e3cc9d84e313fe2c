// Which modules of the network cost the most, forward and backward.
#pragma once

#include <cstdint>
#include <stop_token>
#include <vector>

#include "core/analysis/events/window.h"
#include "core/analysis/host/graph_origins.h"
#include "core/analysis/host/stacks.h"
#include "core/analysis/search/event_query.h"
#include "core/store/snapshot.h"

namespace lanescope {

class AnalysisResults;

/// All calls of a module at one position in the tree. "Self" excludes nested modules; other times
/// include them.
struct ModuleRow {
  StringId name = StringId::Empty;  // as in the file: "nn.Module: Linear_0", or the name of an
                                    // annotation or frame
  std::uint32_t parent = 0;         // index of the enclosing module's row; kNoParent at the top
  std::uint32_t depth = 0;
  std::uint64_t calls = 0;
  EventId longest = EventId::None;  // the longest of the calls
  // The forward pass: what runs during a call, on its thread.
  Ns forward_cpu_ns = 0, forward_self_cpu_ns = 0;
  Ns forward_device_ns = 0, forward_self_device_ns = 0;  // GPU work launched during the call
  // The backward pass: operators whose forward twin ran in a call of this module.
  Ns backward_cpu_ns = 0, backward_self_cpu_ns = 0;
  Ns backward_device_ns = 0, backward_self_device_ns = 0;
  // Both passes, including nested modules.
  std::uint64_t kernels = 0;
  std::uint64_t graph_kernels = 0;  // of them: launched by a CUDA graph, captured in this module
  std::int64_t host_bytes = 0, device_bytes = 0;  // allocated minus freed
  /// Increases in the order in which positions in the tree were first called, thread by thread.
  std::uint32_t order = 0;
};

struct ModuleTree {
  /// Parents before children; siblings by GPU time, then CPU time, both descending, then name.
  std::vector<ModuleRow> rows;
  bool has_gpu_events = false;
  bool has_twins = false;  // false: unknown which modules the backward pass belongs to
  bool has_memory_records = false;
  GraphCounts graphs;  // kernels that count where they were captured
  /// What is used as modules: nn.Module events if there are any, else record_function annotations,
  /// else frames of forward().
  StackKind source = StackKind::Modules;
};

/// Pure; complete snapshots only. Calls count as counted_part says, and GPU work, of a chosen
/// range, as far as it runs in it, wherever it was launched; of other windows, all GPU work that
/// was launched in it, whenever it ran. Cost: passes over the host threads, in parallel, and one
/// over the GPU events; `read` is for ForwardTwins. Without `graphs`, the work of a CUDA
/// graph belongs to what replays it. After a stop, the result is incomplete.
ModuleTree analyse_modules(const Snapshot& snapshot, const AnalysisWindow& window,
                           const ReadEvent& read = {}, const std::stop_token& stop = {},
                           const GraphOrigins* graphs = nullptr);
/// The same with the work of CUDA graphs in the modules that were captured.
ModuleTree analyse_modules(const AnalysisResults& in);

/// The stacks of what is used as modules, see ModuleTree::source; empty if the trace has none.
/// Cost: that of find_stacks for each kind tried.
StackKind find_module_stacks(const Snapshot& snapshot, HostStacks& stacks,
                             const std::stop_token& stop = {});

/// Whether the trace has anything that is used as modules. Cost: that of has_stacks for each kind.
bool has_modules(const Snapshot& snapshot);

/// The display name of a module: "Linear_0" for "nn.Module: Linear_0".
std::string_view module_title(StackKind source, std::string_view name);

}  // namespace lanescope
