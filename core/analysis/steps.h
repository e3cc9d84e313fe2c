// Where does the wall time of each training step go, and are the steps stable?
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <vector>

#include "core/analysis/statistics.h"
#include "core/analysis/step_ranges.h"
#include "core/analysis/window.h"
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
  bool outlier = false;                       // far longer than the median of the steady ones
  std::array<Ns, kStepClasses> classes_ns{};  // add up to the step's length
};

struct StepTable {
  std::vector<StepRow> rows;  // those that start in the window, by time
  SampleSpread spread_ns;     // of the lengths, without warm-up
};

/// In Tb windows steps are cut and times are given to classes as torch_tb_profiler does it: all
/// kernels but those of nccl: and gloo: operators compute, they and copies go before communication,
/// and marked ranges count as operators. Pure; settled snapshots only. Cost: a pass over the GPU
/// events and the host threads, and one over the borders of their unions.
StepTable analyse_steps(const Snapshot& snapshot, const AnalysisWindow& window);

}  // namespace lanescope
