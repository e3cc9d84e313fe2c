// Two runs compared by their summaries, where a trace is not at hand: a baseline that was kept.
#pragma once

#include <array>
#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "core/compare/gates.h"
#include "core/compare/run_diff.h"
#include "core/compare/run_environment.h"
#include "core/history/history_run.h"

namespace lanescope {

/// A kernel or an operator of one or both runs.
struct SummaryRow {
  std::string name;
  std::optional<double> a_ns, b_ns;  // per step and GPU; nullopt: not among the largest of the run

  [[nodiscard]] double delta_ns() const { return b_ns.value_or(0) - a_ns.value_or(0); }
};

struct SummaryDiff {
  HistoryRun a, b;
  std::size_t steps_a = 0, steps_b = 0;
  /// Means over the steps, tested as those of traces are; nullopt where a run does not tell it.
  /// Those of kernels are sums without a test.
  std::array<std::optional<MetricDiff>, kHistoryMetrics> metrics;
  std::optional<MetricDiff> busy;        // ns per step in which the GPU runs anything
  std::vector<SummaryRow> kernels, ops;  // the largest change first; of ops their own time
  std::vector<EnvironmentDiff> environment;
  std::vector<std::string> warnings;  // why the comparison may mislead, a sentence each
};

/// Other input shapes are mentioned from this share of operator time on.
inline constexpr double kOtherInputsWarning = 0.05;

/// What a summary does not tell, for the reader of a comparison.
inline constexpr std::string_view kSummariesLack =
    "Compared by summaries: steps last until the next one begins (those of traces, to the end of "
    "their own range on the host), single kernels and operators are not tested for significance, "
    "and modules, call paths and host threads are known of traces only.";

/// Pure. Cost: a permutation test for each metric.
SummaryDiff diff_summaries(const RankSummary& a, const RankSummary& b, const KernelKindOf& kind_of);

/// Missing, if only traces can tell it: of single operators and kernels a summary has sums.
/// Nullopt: summaries can.
std::optional<GateResult> gate_of_traces_only(const Gate& gate);
/// Missing, as at least one of the summaries does not have it.
GateResult missing_in_summaries(const Gate& gate);

/// See gate_of_traces_only.
GateResult judge_gate(const Gate& gate, const SummaryDiff& diff);

}  // namespace lanescope
