// Builds flame graphs: time, launches or bytes by call path.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <stop_token>
#include <string_view>

#include "core/analysis/events/window.h"
#include "core/analysis/flame/grower.h"
#include "core/analysis/flame/tree.h"
#include "core/store/snapshot.h"

namespace lanescope {

/// What counts as a frame. Steps do not, because they would separate the calls of each step.
enum class FlameStack : std::uint8_t {
  Mixed,    // Python, annotations, operators and runtime calls, as nested
  Ops,      // the same without Python
  Python,   // python_function events
  Modules,  // Python frames and annotations named "nn.Module: …"
  Samples,  // Python functions and lines that were sampled from outside. CpuTime is where their
            // thread ran; the other weights but WallTime have nothing to do with them
};

enum class FlameWeight : std::uint8_t {
  CpuTime,   // ns on the host inside frames, charged to the innermost frame
  WallTime,  // the same plus time outside frames, from each thread's first event to its last
  GpuTime,   // ns of kernels, copies and fills, below the frames that launched them
  Launches,  // calls that started GPU work
  Bytes,     // allocated: GPU memory if the trace has any, else host memory
};

struct FlameQuery {
  FlameStack stack = FlameStack::Mixed;
  FlameWeight weight = FlameWeight::CpuTime;
  FlameOrder order = FlameOrder::LeftHeavy;
  std::optional<TrackId> thread = std::nullopt;  // a host thread; nullopt: all of them
  /// A training step instead of the window: what the host does in it, and all GPU work launched in
  /// it, whenever that runs.
  std::optional<TimeRange> step = std::nullopt;
  /// Moves backward operators, with everything in them, into their forward operators, which shows
  /// what a module costs in both passes. Only for left-heavy graphs of all threads.
  bool backward_in_forward = false;
  friend bool operator==(const FlameQuery&, const FlameQuery&) = default;
};

/// Pure; complete snapshots only. Times are clipped to the window; launches and allocations count
/// if they are in it. GPU work without a launch on a host thread is in a separate frame, unless a
/// thread was chosen. In time order, each thread has its own frame. Cost: a pass over the slices of
/// each thread, in parallel, with 12 bytes per slice meanwhile. After a stop, the result is
/// incomplete.
FlameTree build_flame_tree(const Snapshot& snapshot, const AnalysisWindow& window,
                           const FlameQuery& query, const std::stop_token& stop = {});

/// The same for several steps, which are disjoint and in time order; `query.step` is ignored. Empty
/// without steps.
FlameTree build_flame_tree(const Snapshot& snapshot, std::span<const TimeRange> steps,
                           const FlameQuery& query, const std::stop_token& stop = {});

/// What the trace has data for.
struct FlameSources {
  bool python = false, modules = false, gpu = false, memory = false;
  bool backward = false;  // the forward operators of backward ones are known
  bool samples = false;
};
/// Cost: a pass over the names and the flows.
FlameSources flame_sources(const Snapshot& snapshot);

/// The default: GPU time if the trace has any, else CPU time, of samples if threads recorded
/// nothing themselves; wall time if these show that the main thread waits for most of its time.
/// Cost: O(tracks), and a pass over the states of main threads.
FlameQuery usual_flame_query(const Snapshot& snapshot);

/// Samples have no other weight than time: replaces it by CPU time.
void keep_sampled_weight(FlameQuery& query);

/// "mixed", "ops", "python", "modules", "samples".
std::string_view flame_stack_name(FlameStack stack);
/// "cpu_time", "wall_time", "gpu_time", "launches", "bytes".
std::string_view flame_weight_name(FlameWeight weight);

}  // namespace lanescope
