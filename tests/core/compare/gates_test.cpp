#include "core/compare/gates.h"

#include <doctest/doctest.h>

#include "tests/core/compare/two_runs.h"

using namespace lanescope;

namespace {

Gate gate(const std::string& text) {
  auto parsed = parse_gate(text);
  REQUIRE(parsed.ok());
  return std::move(parsed).value();
}

}  // namespace

TEST_CASE("a gate is a number and a limit") {
  CHECK(gate("step_time=3%").limit_pct == 3);
  CHECK(gate("gpu_busy=200us").limit == 200'000);
  CHECK(gate("idle=1.5ms").limit == 1'500'000);
  CHECK(gate("idle.data_loading=5%").idle_class == IdleClass::DataLoading);
  CHECK(gate("op:aten::mm=10%").name == "aten::mm");
  CHECK(gate("kernel:void f<a=b>(int)=10%").name == "void f<a=b>(int)");
  CHECK(gate("peak_memory=64MiB").limit == 64.0 * 1024 * 1024);
  for (const char* wrong : {"", "step_time", "step_time=", "step_time=fast", "step_time=-3%",
                            "step_time=3MiB", "peak_memory=3ms", "idle.nothing=3%", "op:=3%",
                            "speed=3%", "step_time=nan%", "step_time=1e999%"}) {
    CHECK_FALSE_MESSAGE(parse_gate(wrong).ok(), wrong);
  }
}

TEST_CASE("a gate fails in the direction that got slower") {
  LoopTimes slower;
  slower.mm_us = 550;
  const TwoRuns forth({}, slower), back(slower, {});
  const auto forth_by_kernel = forth.difference(PartLevel::Kernel);
  const auto back_by_kernel = back.difference(PartLevel::Kernel);
  for (const char* text : {"step_time=3%", "gpu_busy=3%", "op:aten::mm=5%", "kernel:gemm=20us"}) {
    CHECK(judge_gate(gate(text), {forth_by_kernel, forth.diff}).state == GateState::Failed);
    CHECK(judge_gate(gate(text), {back_by_kernel, back.diff}).state == GateState::Passed);
  }
  // 50 µs of 773 µs are 6.5 %.
  CHECK(judge_gate(gate("step_time=7%"), {forth_by_kernel, forth.diff}).state == GateState::Passed);
  CHECK(judge_gate(gate("op:aten::add=1%"), {forth_by_kernel, forth.diff}).state ==
        GateState::Passed);
  CHECK(judge_gate(gate("op:aten::nothing=1%"), {forth_by_kernel, forth.diff}).state ==
        GateState::Missing);
  CHECK(judge_gate(gate("peak_memory=1%"), {forth_by_kernel, forth.diff}).state ==
        GateState::Missing);
}

TEST_CASE("with few steps a gate is not tested rather than failed") {
  LoopTimes few, slower;
  few.steps = slower.steps = 2;
  slower.mm_us = 900;
  const TwoRuns runs(few, slower, PartLevel::Kernel);
  CHECK(judge_gate(gate("step_time=3%"), {runs.diff, runs.diff}).state == GateState::NotTested);
}
