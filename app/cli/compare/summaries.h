// `lanescope compare` where a run is a summary or a named baseline.
#pragma once

#include <string>
#include <vector>

#include "app/cli/output/json_output.h"
#include "app/cli/verbs.h"
#include "core/history/summary_diff.h"

namespace lanescope {

/// Everything that is printed about two summaries.
struct PrintedSummaries {
  std::string file_a, file_b;
  SummaryDiff diff;
  bool by_op = false;  // rows by operator, not by kernel
  std::vector<GateResult> gates;

  [[nodiscard]] const std::vector<SummaryRow>& rows() const {
    return by_op ? diff.ops : diff.kernels;
  }
};

/// "B takes +4.1 % per step (p 0.002): GEMM kernels +6.120 ms".
std::string summaries_sentence(const SummaryDiff& diff);
Json summaries_json(const PrintedSummaries& printed);
std::string summaries_text(const PrintedSummaries& printed);
std::string summaries_markdown(const PrintedSummaries& printed);

/// "step_time=3%: failed, 150.0 ms → 161.2 ms, p 0.002".
std::string gate_text(const GateResult& result);
/// As in all comparisons.
Json gates_json(const std::vector<GateResult>& gates);
Json metric_json(const MetricDiff& metric);
/// Prints what gates could not be passed, and returns the exit code.
int judge(const std::vector<GateResult>& gates);

/// Loads what is named, reduces traces to summaries, and prints. Returns the exit code.
int run_summary_compare(const CompareOptions& options);

}  // namespace lanescope
