// The runs of months, as summaries of a rank, with changes planted among noise as machines have it:
// steps vary log-normally, a run as a whole varies a little, the machine drifts slowly, and now and
// then a run is disturbed. The same plan gives the same bytes.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

#include "core/history/history.h"
#include "core/ranks/summary/rank_summary.h"

namespace lanescope {

/// What the time of a made-up step is spent on.
enum class MadePart : std::uint8_t { Gemm, Attention, Elementwise, Comm, Loader, Python };
inline constexpr std::size_t kMadeParts = 6;

/// From this run on, the part takes more (or less) by a share of the step that was at first.
struct PlantedChange {
  std::size_t run = 0;
  MadePart part = MadePart::Gemm;
  double share = 0.05;
};

struct HistoryPlan {
  std::size_t runs = 200, steps = 20;
  std::uint64_t seed = 1;
  std::vector<PlantedChange> changes;
  double step_noise = 0.01, run_noise = 0.004;  // standard deviations of the logarithm
  double drift = 0.002, drift_memory = 0.9;     // of a first-order autoregression over the runs
  double disturbed = 0.02;                      // the share of runs that take up to 30 % longer

  /// "gpu", "shapes" and so on of a run, for tests that change them.
  std::string gpu = "NVIDIA H100 80GB HBM3";
};

/// Three changes by 2 to 10 %, up or down, at least 25 runs apart.
HistoryPlan with_three_changes(HistoryPlan plan);

/// The summary of a run, of the step's parts in `plan`. Cost: that of its steps.
RankSummary made_run(const HistoryPlan& plan, std::size_t run);

/// All of them, as if loaded from "run007.rank" and so on.
std::vector<HistoryRun> made_runs(const HistoryPlan& plan);

/// As the program tells kernels apart, for the few names here.
KernelKind made_kernel_kind(std::string_view name);

/// How many planted changes a history finds in the step time within two runs, and how many changes
/// of the step time it finds besides.
struct FoundChanges {
  std::size_t placed = 0, invented = 0;
};
FoundChanges found_changes(const HistoryPlan& plan, const History& history);

}  // namespace lanescope
