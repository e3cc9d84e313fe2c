// Which modules of the network cost most, forward and backward?
#pragma once

#include <cstdint>
#include <stop_token>
#include <vector>

#include "core/analysis/events/window.h"
#include "core/analysis/host/stacks.h"
#include "core/analysis/search/event_query.h"
#include "core/store/snapshot.h"

namespace lanescope {

/// All calls of a module at one place of the tree. "Total" is with the modules inside, "self"
/// without.
struct ModuleRow {
  StringId name = StringId::Empty;  // as in the file: "nn.Module: Linear_0", a range's or a frame's
  std::uint32_t parent = 0;         // row of the module around it, kNoParent at the top
  std::uint32_t depth = 0;
  std::uint64_t calls = 0;
  EventId longest = EventId::None;  // the longest of the calls
  // The forward pass: what runs between a call's start and its end, on its thread.
  Ns forward_cpu_ns = 0, forward_self_cpu_ns = 0;
  Ns forward_device_ns = 0, forward_self_device_ns = 0;  // of the GPU work launched there
  // The backward pass: operators whose forward twin ran in a call of this module.
  Ns backward_cpu_ns = 0, backward_self_cpu_ns = 0;
  Ns backward_device_ns = 0, backward_self_device_ns = 0;
  // Of both passes, with those of the modules inside.
  std::uint64_t kernels = 0;
  std::int64_t host_bytes = 0, device_bytes = 0;  // allocated less freed
};

struct ModuleTree {
  /// Parents before their modules; those of one parent by GPU time, then CPU time, both falling,
  /// then name.
  std::vector<ModuleRow> rows;
  bool has_gpu_events = false;
  bool has_twins = false;  // false: the trace does not say what the backward pass belongs to
  bool has_memory_records = false;
  /// What stands for modules: nn.Module events where there are any, else ranges of record_function,
  /// else frames of forward().
  StackKind source = StackKind::Modules;
};

/// Pure; complete snapshots only. Calls that start in the window count; GPU work does by its
/// launch, whenever it ran. Cost: passes over the host threads, side by side on all cores, and one
/// over the GPU events; ForwardTwins reads operators for which it needs `read`. A stop gives an
/// answer that is not whole.
ModuleTree analyse_modules(const Snapshot& snapshot, const AnalysisWindow& window,
                           const ReadEvent& read = {}, const std::stop_token& stop = {});

/// The stacks of what stands for modules, see ModuleTree::source; no stacks in a trace without any.
/// Cost: that of find_stacks, once a kind it looks for.
StackKind find_module_stacks(const Snapshot& snapshot, HostStacks& stacks,
                             const std::stop_token& stop = {});

/// What a module of that source is called: "Linear_0" of "nn.Module: Linear_0".
std::string_view module_title(StackKind source, std::string_view name);

}  // namespace lanescope
