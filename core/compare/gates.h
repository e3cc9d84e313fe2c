// Gates: limits that the second run must not exceed, for jobs that should fail when code gets
// slower.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "core/base/result.h"
#include "core/compare/run_diff.h"

namespace lanescope {

enum class GateMetric : std::uint8_t {
  StepTime,
  GpuBusy,
  Idle,
  IdleOfClass,
  Op,
  Kernel,
  PeakMemory
};

/// "step_time=3%": fails when the second run is larger by more than 3 % and the difference is
/// significant.
struct Gate {
  std::string text;  // as entered
  GateMetric metric = GateMetric::StepTime;
  IdleClass idle_class = IdleClass::Untraced;  // for IdleOfClass
  std::string name;                            // for Op and Kernel
  std::optional<double> limit_pct;             // if empty, `limit` applies
  double limit = 0;                            // ns; bytes for PeakMemory
};

/// Parses "METRIC=LIMIT". Metrics: step_time, gpu_busy, idle, idle.CLASS, op:NAME, kernel:NAME and
/// peak_memory. Limits: "3%", "200us", "64MiB". Errors: Invalid.
Result<Gate> parse_gate(const std::string& text);

enum class GateState : std::uint8_t {
  Passed,
  Failed,
  NotTested,  // above the limit, but with too few steps for a significance test
  Missing,    // a run lacks the data for this metric
};
std::string_view gate_state_name(GateState state);

struct GateResult {
  Gate gate;
  GateState state = GateState::Passed;
  double a = 0, b = 0;  // means per step in ns, for PeakMemory bytes; unset if Missing
  std::optional<double> p;
  std::string why;  // if Missing: which run lacks what
};

/// Of means of steps that are not from traces, with the p-value of their difference; nullopt: too
/// few steps.
GateResult judge_means(const Gate& gate, double a, double b, std::optional<double> p);
/// Of values that are not measured step by step, such as a peak of memory: any excess fails.
GateResult judge_values(const Gate& gate, double a, double b);
/// A gate that cannot be evaluated, with the reason.
GateResult missing_gate(const Gate& gate, std::string why);

/// The differences at the levels that gates use.
struct GatedDiffs {
  const RunDiff& by_kernel;
  const RunDiff& by_op;
};
/// Cost: linear in the parts, plus a permutation test.
GateResult judge_gate(const Gate& gate, const GatedDiffs& diffs);

}  // namespace lanescope
