#include "core/history/summary_diff.h"

#include <doctest/doctest.h>

#include "tests/core/history/made_history.h"

using namespace lanescope;

namespace {

/// The last run of a plan against the first: without a change, or with one in between.
SummaryDiff diff_with(const HistoryPlan& plan) {
  return diff_summaries(made_run(plan, 0), made_run(plan, 9), made_kernel_kind);
}

HistoryPlan quiet_plan() {
  HistoryPlan plan;
  plan.run_noise = plan.drift = plan.disturbed = 0;
  return plan;
}

GateState state_of(const std::string& gate, const SummaryDiff& diff) {
  return judge_gate(parse_gate(gate).value(), diff).state;
}

}  // namespace

TEST_CASE("two runs of the same code do not differ") {
  const SummaryDiff diff = diff_with(quiet_plan());
  REQUIRE(diff.metrics[kStepTimeMetric].has_value());
  CHECK_FALSE(diff.metrics[kStepTimeMetric]->significant);
  CHECK(diff.warnings.empty());
  CHECK(state_of("step_time=3%", diff) == GateState::Passed);
}

TEST_CASE("a slower kernel shows in the step, in its kind and in its row") {
  HistoryPlan plan = quiet_plan();
  plan.changes = {{5, MadePart::Gemm, 0.06}};
  const SummaryDiff diff = diff_with(plan);
  const auto& step = diff.metrics[kStepTimeMetric];
  REQUIRE(step.has_value());
  CHECK(step->significant);
  CHECK(*step->delta_pct() == doctest::Approx(6).epsilon(0.2));
  REQUIRE_FALSE(diff.kernels.empty());
  CHECK(diff.kernels[0].name.find("gemm") != std::string::npos);
  CHECK(diff.kernels[0].delta_ns() == doctest::Approx(9e6).epsilon(0.2));
  CHECK(state_of("step_time=3%", diff) == GateState::Failed);
  CHECK(state_of("step_time=20%", diff) == GateState::Passed);
  CHECK(state_of("gpu_busy=3%", diff) == GateState::Failed);
  CHECK(state_of("idle.data_loading=50%", diff) == GateState::Passed);
}

TEST_CASE("the runs in the other order differ in the same metrics, as surely") {
  const RankSummary a = made_run(quiet_plan(), 0);
  RankSummary b = a;
  constexpr auto kClass = static_cast<std::size_t>(IdleClass::Allocation);
  for (StepFacts& step : b.steps) {
    // Less than the thousandth of a step of A that counts, and more than that of B.
    step.idle_ns[kClass] += step.range.length_ns() / 1333;
    step.range.end_ns -= step.range.length_ns() / 2;
  }
  const SummaryDiff forth = diff_summaries(a, b, made_kernel_kind);
  const SummaryDiff back = diff_summaries(b, a, made_kernel_kind);
  for (std::size_t metric = 0; metric < kHistoryMetrics; ++metric) {
    CAPTURE(metric_name(metric));
    REQUIRE(forth.metrics[metric].has_value() == back.metrics[metric].has_value());
    if (!forth.metrics[metric]) continue;
    CHECK(forth.metrics[metric]->p == back.metrics[metric]->p);
    CHECK(forth.metrics[metric]->significant == back.metrics[metric]->significant);
  }
  CHECK(forth.metrics[kFirstIdleMetric + kClass]->significant);
}

TEST_CASE("what summaries do not have is missing, with the reason") {
  HistoryPlan plan = quiet_plan();
  RankSummary a = made_run(plan, 0), b = made_run(plan, 9);
  b.memory.clear();
  const SummaryDiff diff = diff_summaries(a, b, made_kernel_kind);
  for (const char* gate : {"op:aten::mm=3%", "kernel:x=3%", "peak_memory=1GiB"}) {
    const GateResult result = judge_gate(parse_gate(gate).value(), diff);
    CHECK(result.state == GateState::Missing);
    CHECK_FALSE(result.why.empty());
  }
  plan.steps = 3;
  const SummaryDiff few = diff_with(plan);
  CHECK(state_of("step_time=0%", few) != GateState::Failed);
  CHECK(few.warnings.size() == 1);
}

TEST_CASE("other hardware, ranks and inputs are told") {
  const HistoryPlan plan = quiet_plan();
  RankSummary a = made_run(plan, 0), b = made_run(plan, 1);
  b.devices[0].name = "NVIDIA H200";
  b.claim.world_size = 16;
  b.claim.rank = 4;
  b.shapes[0].shapes = "[[1, 1], [1, 1]]";
  b.metadata[2].second = "13000";
  const SummaryDiff diff = diff_summaries(a, b, made_kernel_kind);
  CHECK(diff.warnings.size() == 4);
  REQUIRE(diff.environment.size() == 1);
  CHECK(diff.environment[0].key == "cuda_runtime_version");
  CHECK(diff.environment[0].b == "13000");
}
