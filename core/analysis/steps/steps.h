// Where the wall time of each training step goes, and whether step times are stable.
#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string_view>
#include <vector>

#include "core/analysis/events/statistics.h"
#include "core/analysis/events/step_ranges.h"
#include "core/analysis/events/window.h"
#include "core/store/snapshot.h"

namespace lanescope {

class AnalysisResults;

/// What is said where StepTable::cuts_all_steps().
inline constexpr std::string_view kNoWholeStep = "no whole step in the range";

/// What a step's time is spent on. Where several are active at once, the first of these counts, so
/// the classes add up to the step. Host classes count only while the GPU is idle.
enum class StepClass : std::uint8_t {
  Kernel,         // compute kernels
  Communication,  // on the GPU; in a trace without GPU events, host ranges of collectives
  Memcpy,
  Memset,
  Runtime,  // CUDA runtime and driver calls
  DataLoader,
  CpuExec,  // operators
  Other,
};
inline constexpr std::size_t kStepClasses = 8;

struct StepRow {
  StepRange step;
  /// See gpu_periods(); nullopt if the host does not run far ahead.
  std::optional<TimeRange> gpu_period = {};
  bool warm_up = false;
  bool whole = true;     // it ends in the window, see is_whole_in()
  bool paused = false;   // recording was paused during part of it, so its true length is unknown
  bool lossy = false;    // records of part of it were lost: it may be several steps
  bool outlier = false;  // far longer than the median of the steady steps, and by 5 % at least
  std::array<Ns, kStepClasses> classes_ns{};  // add up to time().length_ns()

  /// What counts as the step's time.
  [[nodiscard]] TimeRange time() const { return gpu_period.value_or(step.range); }
};

struct StepTable {
  std::vector<StepRow> rows;  // that start in the window, by time
  SampleSpread spread_ns;     // of the lengths of the steady steps
  /// Ranges of the entire trace that were left out, see LoopSteps.
  std::size_t inside_others = 0, other_threads = 0;
  std::size_t steps_of_trace = 0;

  [[nodiscard]] std::size_t left_out() const { return inside_others + other_threads; }
  /// Whether a step is included in the spread: whole, after warm-up, and without a pause or lost
  /// records unless all such steps have some.
  [[nodiscard]] bool is_steady(const StepRow& row) const {
    return row.whole && !row.warm_up && ((!row.paused && !row.lossy) || all_paused);
  }
  bool all_paused = false;  // all whole steps after warm-up contain a pause or lack records
  /// Whether the spread is known.
  [[nodiscard]] bool has_steady() const {
    return std::ranges::any_of(rows, [&](const StepRow& row) { return is_steady(row); });
  }
  /// Whether the user chose a range inside one step, or across the border of two.
  [[nodiscard]] bool cuts_all_steps() const {
    return steps_of_trace != 0 && std::ranges::none_of(rows, &StepRow::whole);
  }
  /// The host runs far ahead, so steps are timed on the GPU.
  [[nodiscard]] bool timed_on_gpu() const {
    return !rows.empty() && rows.front().gpu_period.has_value();
  }
};

/// In Tb windows, steps are cut and times classified as in torch_tb_profiler: all kernels count as
/// compute except those of nccl: and gloo: operators; compute and copies take precedence over
/// communication, and annotations count as operators. In all others, steps are timed on the GPU if
/// the host runs far ahead of it, see gpu_periods(). Pure; complete snapshots only. Cost: a pass
/// over the GPU events and the host threads, and one over the boundaries of their unions.
StepTable analyse_steps(const AnalysisResults& in);

/// The same without the classes of the steps, which are most of the cost: `classes_ns` are 0.
StepTable find_steps(const AnalysisResults& in);

}  // namespace lanescope
