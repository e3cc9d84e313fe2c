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

std::vector<std::string> without_gpu(std::vector<std::string> events) {
  std::erase_if(events, [](const std::string& event) {
    return event.find(R"("cat": "kernel")") != std::string::npos;
  });
  return events;
}

GateResult judged(const std::string& text, const TwoRuns& runs) {
  return judge_gate(gate(text), {runs.difference(PartLevel::Kernel), runs.diff});
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

TEST_CASE("a gate on GPU time cannot be judged where a run has no GPU events") {
  const std::vector<std::string> gpu = loop_events({}), host = without_gpu(gpu);
  const std::vector<std::string> gates = {"gpu_busy=3%",          "idle=3%",
                                          "idle.data_loading=3%", "kernel:gemm=3%",
                                          "op:aten::mm=3%",       "peak_memory=3%"};
  const TwoRuns in_a(gpu, host), in_b(host, gpu), in_none(host, host);
  for (const std::string& text : gates) {
    CAPTURE(text);
    CHECK(judged(text, in_a).state == GateState::Missing);
    CHECK(judged(text, in_a).why == "B has no GPU events");
    CHECK(judged(text, in_b).state == GateState::Missing);
    CHECK(judged(text, in_b).why == "A has no GPU events");
    if (text.starts_with("op:") || text.starts_with("peak")) continue;
    CHECK(judged(text, in_none).state == GateState::Missing);
    CHECK(judged(text, in_none).why == "neither run has GPU events");
  }
}

TEST_CASE("gates on what the host alone tells are judged without GPU events") {
  LoopTimes slower;
  slower.loader_us = 900;
  const TwoRuns runs(without_gpu(loop_events({})), without_gpu(loop_events(slower)));
  CHECK(judged("step_time=3%", runs).state == GateState::Failed);
  CHECK(judged("op:aten::mm=3%", runs).state == GateState::Passed);
  CHECK(judged("peak_memory=3%", runs).why ==
        "neither run has host memory events; record with profile_memory=True");
}

TEST_CASE("a gate that cannot be judged says what no run has, or which run lacks it") {
  const TwoRuns same(LoopTimes{}, LoopTimes{});
  CHECK(judged("op:aten::nothing=1%", same).why ==
        "neither run has this operator; see the rows of --json for names");
  CHECK(judged("kernel:nothing=1%", same).why ==
        "neither run has this kernel; see the rows of --json for names");
  CHECK(judged("peak_memory=1%", same).why ==
        "neither run has GPU memory events; record with profile_memory=True");
  std::vector<std::string> with_memory = loop_events({});
  with_memory.push_back(
      R"({"ph": "i", "cat": "cpu_instant_event", "name": "[memory]", "pid": 1, "tid": 1, "ts": 5,
          "args": {"Device Type": 1, "Device Id": 0, "Addr": 7, "Bytes": 64,
                   "Total Allocated": 64, "Total Reserved": 128}})");
  CHECK(judged("peak_memory=1%", TwoRuns(with_memory, loop_events({}))).why ==
        "B has no GPU memory events; record with profile_memory=True");
}
