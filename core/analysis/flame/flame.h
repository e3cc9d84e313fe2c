// Where does it go, by call path? A tree of the frames that were open, as wide as a weight.
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

/// What counts as a frame. Steps are none: they would tell every call apart.
enum class FlameStack : std::uint8_t {
  Mixed,    // Python, annotations, operators and calls of the runtime, as they nest
  Ops,      // the same without Python
  Python,   // python_function events
  Modules,  // those and annotations called "nn.Module: …"
};

enum class FlameWeight : std::uint8_t {
  CpuTime,   // ns of the host inside frames, each to the frame that began last
  WallTime,  // the same with what is inside none, from each thread's first event to its last
  GpuTime,   // ns of kernels, copies and fills, each below the frames that launched it
  Launches,  // calls that started GPU work
  Bytes,     // allocated: of GPU memory where the trace has any, else of the host's
};

struct FlameQuery {
  FlameStack stack = FlameStack::Mixed;
  FlameWeight weight = FlameWeight::CpuTime;
  FlameOrder order = FlameOrder::LeftHeavy;
  std::optional<TrackId> thread = std::nullopt;  // a host thread; all of them otherwise
  /// A training step instead of the window: what the host does in it, and all GPU work it launched,
  /// whenever that runs.
  std::optional<TimeRange> step = std::nullopt;
  /// Backward operators, with all they hold, stand in the forward operators they belong to: one
  /// sees what a module costs in both passes. Left-heavy graphs of all threads only.
  bool backward_in_forward = false;
  friend bool operator==(const FlameQuery&, const FlameQuery&) = default;
};

/// Pure; complete snapshots only. Times are clipped to the window; launches and allocations count
/// when they happen in it. GPU work that nobody on a host thread launched stands in a frame
/// of its own, unless a thread was chosen. By time, several threads stand side by side, each in a
/// frame of its own. Cost: a pass over the slices of each thread, side by side on all cores, 12
/// bytes a slice while it runs. A stop gives an answer that is not whole.
FlameTree build_flame_tree(const Snapshot& snapshot, const AnalysisWindow& window,
                           const FlameQuery& query, const std::stop_token& stop = {});

/// The same of several steps instead of one, by time and apart; `query.step` is not looked at.
/// Empty without steps.
FlameTree build_flame_tree(const Snapshot& snapshot, std::span<const TimeRange> steps,
                           const FlameQuery& query, const std::stop_token& stop = {});

/// What there is to choose from.
struct FlameSources {
  bool python = false, modules = false, gpu = false, memory = false;
  bool backward = false;  // it is known which forward operator a backward one belongs to
};
/// Cost: a pass over the names and the flows.
FlameSources flame_sources(const Snapshot& snapshot);

/// What most people come for: GPU time where the trace has any, CPU time otherwise. Cost:
/// O(tracks).
FlameQuery usual_flame_query(const Snapshot& snapshot);

/// "mixed", "ops", "python", "modules".
std::string_view flame_stack_name(FlameStack stack);
/// "cpu_time", "wall_time", "gpu_time", "launches", "bytes".
std::string_view flame_weight_name(FlameWeight weight);

}  // namespace lanescope
