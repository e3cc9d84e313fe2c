// Where does the wall time of each training step go, and are the steps stable?
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <vector>

#include "core/analysis/events/statistics.h"
#include "core/analysis/events/step_ranges.h"
#include "core/analysis/events/window.h"
#include "core/store/snapshot.h"

namespace lanescope {

/// What an instant of a step is spent on: the first of these that goes on then, so the classes add
/// up to the step. The host's count while no GPU works.
enum class StepClass : std::uint8_t {
  Kernel,         // that compute
  Communication,  // of the GPU; in a trace without GPU events the ranges of collectives on the host
  Memcpy,
  Memset,
  Runtime,  // calls of the runtime and the driver
  DataLoader,
  CpuExec,  // operators
  Other,
};
inline constexpr std::size_t kStepClasses = 8;

struct StepRow {
  StepRange step;
  bool warm_up = false;
  bool paused = false;   // the recording was, in a part of it: how long it took is not known
  bool outlier = false;  // far longer than the median of the steady ones
  std::array<Ns, kStepClasses> classes_ns{};  // add up to the step's length
};

struct StepTable {
  std::vector<StepRow> rows;  // those that start in the window, by time
  SampleSpread spread_ns;     // of the lengths of the steady ones
  /// Left out of the whole trace, see LoopSteps.
  std::size_t inside_others = 0, other_threads = 0;

  [[nodiscard]] std::size_t left_out() const { return inside_others + other_threads; }
  /// Whether a step is one of those that the spread is of: no warm-up and without a pause, unless
  /// that is true of none; then those that are no warm-up.
  [[nodiscard]] bool is_steady(const StepRow& row) const {
    return !row.warm_up && (!row.paused || all_paused);
  }
  bool all_paused = false;  // of those that are no warm-up
};

/// In Tb windows steps are cut and times are given to classes as torch_tb_profiler does it: all
/// kernels but those of nccl: and gloo: operators compute, they and copies go before communication,
/// and marked ranges count as operators. Pure; complete snapshots only. Cost: a pass over the GPU
/// events and the host threads, and one over the borders of their unions.
StepTable analyse_steps(const Snapshot& snapshot, const AnalysisWindow& window);

}  // namespace lanescope
