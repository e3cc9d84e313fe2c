// One run in a history: what its rank's summary says, reduced to a figure for each metric.
#pragma once

#include <array>
#include <compare>
#include <cstddef>
#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "core/base/time.h"
#include "core/history/metrics.h"
#include "core/ranks/summary/rank_summary.h"

namespace lanescope {

/// What runs must have in common to be compared.
struct RunSetup {
  std::string gpu;                         // "NVIDIA H100 80GB HBM3"; empty: not in the trace
  std::size_t gpus = 0;                    // that have work in a step
  std::optional<std::int64_t> world_size;  // nullopt: not in the trace
  std::optional<std::int64_t> rank;        // the same
  std::string format;                      // of the trace: what recorded it
  friend auto operator<=>(const RunSetup&, const RunSetup&) = default;
};

/// An operator with the inputs that it had.
struct RunOp {
  double ns = 0;                                // self time: on the GPU if there is one
  std::map<std::string, std::uint64_t> shapes;  // calls by input shapes; empty: not known
};

struct HistoryRun {
  std::string file;                          // of the summary
  std::string trace;                         // the file that it is of
  std::string digest;                        // of that
  std::optional<TimeRange> recorded;         // in ns since 1970
  std::string commit, host;                  // empty: not in the trace
  std::map<std::string, std::string> facts;  // versions and settings that the trace states
  RunSetup setup;
  std::size_t ranks = 1;  // of this run, of which there are summaries
  std::size_t steps = 0;  // that the figures are of
  MetricValues values;    // medians over the steps
  /// Of the longest, by kind and name: ns per step and GPU.
  std::array<std::map<std::string, double>, kKernelKinds> kernels;
  std::map<std::string, RunOp> ops;     // the largest, by name
  std::string failure;                  // why the trace could not be read
  TraceFault fault = TraceFault::None;  // of the trace: then the figures are of what was read
};

/// Of each metric, the values of the steps that count; empty: not known. Peak memory and kernels
/// are not known by step.
struct StepSamples {
  std::array<std::vector<double>, kHistoryMetrics> values;
  std::size_t steps = 0;
  std::size_t gpus = 0;  // the most that have work in a step
};
/// Steps count if they are whole, no warm-up, and not paused.
StepSamples step_samples(const RankSummary& summary);

/// The figures of steps are medians. Cost: that of the summary's tables.
HistoryRun history_run(const RankSummary& summary, std::string file, const KernelKindOf& kind_of);

/// The share (0 … 1) of the time of the operators of both whose inputs differ; nullopt if it is not
/// known of either what inputs they had.
std::optional<double> other_inputs_share(const HistoryRun& a, const HistoryRun& b);

}  // namespace lanescope
