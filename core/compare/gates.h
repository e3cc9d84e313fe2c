// Gates: limits that a second run must not exceed, for a job that should fail when code got slower.
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

/// "step_time=3%": the second run fails when the number is larger by more than that, and really so.
struct Gate {
  std::string text;  // as written
  GateMetric metric = GateMetric::StepTime;
  IdleClass idle_class = IdleClass::Untraced;  // IdleOfClass
  std::string name;                            // Op, Kernel
  std::optional<double> limit_pct;             // else limit is set
  double limit = 0;                            // ns, of PeakMemory bytes
};

/// step_time, gpu_busy, idle, idle.CLASS, op:NAME, kernel:NAME or peak_memory, "=", and a limit:
/// "3%", "200us", "64MiB". Errors: Invalid.
Result<Gate> parse_gate(const std::string& text);

enum class GateState : std::uint8_t {
  Passed,
  Failed,
  NotTested,  // above the limit, but with too few steps to say that it is real
  Missing,    // a run lacks what the number is made of
};
std::string_view gate_state_name(GateState state);

struct GateResult {
  Gate gate;
  GateState state = GateState::Passed;
  double a = 0, b = 0;  // means a step: ns, of PeakMemory bytes; of Missing nothing
  std::optional<double> p;
  std::string why;  // of Missing: which run lacks what
};

/// The differences at the levels that gates may ask for.
struct GatedDiffs {
  const RunDiff& by_kernel;
  const RunDiff& by_op;
};
/// Cost: the rows of that name, and a permutation test.
GateResult judge_gate(const Gate& gate, const GatedDiffs& diffs);

}  // namespace lanescope
