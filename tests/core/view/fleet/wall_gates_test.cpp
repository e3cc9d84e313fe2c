// Gates of two runs that are known by summaries of their ranks.
#include "core/view/fleet/wall_gates.h"

#include "tests/core/view/fleet/made_wall.h"

using namespace lanescope;

namespace {

GateResult judged(const char* text, const FleetContents& a, const FleetContents& b) {
  const auto gate = parse_gate(text);
  REQUIRE(gate.ok());
  return judge_gate(gate.value(), a.run, b.run, match_walls(a.run, b.run));
}

FleetContents with_slow_rank(double factor) {
  FleetPlan plan;
  plan.seed = 2;
  plan.slow_gpus = {{5, factor}};
  return made_contents(plan);
}

}  // namespace

TEST_CASE("a gate of step time has the means of the sentence, and fails if they differ surely") {
  const FleetContents clean = made_contents(FleetPlan()), slow = with_slow_rank(1.3);
  const GateResult failed = judged("step_time=3%", clean, slow);
  CHECK(failed.state == GateState::Failed);
  REQUIRE(failed.p);
  CHECK(*failed.p < 0.001);
  const std::string told =
      wall_change_sentence(clean.run, slow.run, match_walls(clean.run, slow.run));
  CHECK_MESSAGE(told.find(format_duration(static_cast<Ns>(failed.a + 0.5))) != std::string::npos,
                told);
  CHECK_MESSAGE(told.find(format_duration(static_cast<Ns>(failed.b + 0.5))) != std::string::npos,
                told);
  CHECK(judged("step_time=3%", slow, clean).state == GateState::Passed);
  CHECK(judged("step_time=3%", slow, clean).p == failed.p);
  CHECK(judged("step_time=3%", clean, with_slow_rank(1)).state == GateState::Passed);
}

TEST_CASE("gates of GPU times are per GPU and by cause") {
  const FleetContents clean = made_contents(FleetPlan());
  FleetPlan plan;
  for (int step = 0; step < plan.steps; ++step) plan.pauses.push_back({3, step, 50'000'000, true});
  const FleetContents paused = made_contents(plan);
  CHECK(judged("idle.data_loading=10%", clean, paused).state == GateState::Failed);
  CHECK(judged("idle=10%", clean, paused).state == GateState::Failed);
  CHECK(judged("idle.allocation=10%", clean, paused).state == GateState::Passed);
  const auto on_two_gpus = [](int, RankSummary& summary) {
    for (StepFacts& step : summary.steps) {
      step.devices = 2;
      for (Ns& ns : step.idle_ns) ns *= 2;
    }
    return true;
  };
  const GateResult two = judged("idle=3%", clean, made_contents(FleetPlan(), on_two_gpus));
  CHECK(two.a == doctest::Approx(two.b));
  const GateResult busy = judged("gpu_busy=3%", clean, clean),
                   idle = judged("idle=3%", clean, clean);
  CHECK(busy.a + idle.a == doctest::Approx(judged("step_time=3%", clean, clean).a));
}

TEST_CASE("peak memory is that of the rank that needs most, and what no summary tells is missing") {
  const auto with_peaks = [](std::int64_t largest) {
    return made_contents(FleetPlan(), [=](int rank, RankSummary& summary) {
      for (StepFacts& step : summary.steps) step.peak_bytes = rank == 7 ? largest : 1000;
      return true;
    });
  };
  const GateResult more = judged("peak_memory=100B", with_peaks(2000), with_peaks(2200));
  CHECK(more.state == GateState::Failed);
  CHECK(more.a == 2000);
  CHECK(more.b == 2200);
  CHECK(judged("peak_memory=300B", with_peaks(2000), with_peaks(2200)).state == GateState::Passed);
  const FleetContents clean = made_contents(FleetPlan(), [](int, RankSummary& summary) {
    for (StepFacts& step : summary.steps) step.peak_bytes.reset();
    return true;
  });
  CHECK(judged("peak_memory=3%", clean, clean).state == GateState::Missing);
  CHECK(judged("kernel:gemm=3%", clean, clean).state == GateState::Missing);
}
