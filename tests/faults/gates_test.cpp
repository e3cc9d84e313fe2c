// What a job in CI sees of `compare --gate`: the exit code, and a line on stderr for each gate that
// did not pass.
#include <string>

#include <doctest/doctest.h>
#include <fmt/format.h>

#include "tests/faults/program_run.h"

namespace lanescope {
namespace {

/// Steps on the host alone, of about that length.
std::string host_steps(int step_us) {
  std::string text = "{\"traceEvents\": [\n";
  for (int step = 0; step < 6; ++step) {
    text += fmt::format(
        R"({}{{"ph": "X", "cat": "user_annotation", "name": "ProfilerStep#{}", "pid": 1, "tid": 1, )"
        R"("ts": {}, "dur": {}}})",
        step == 0 ? "" : ",\n", step, 10'000 * step, step_us + step);
  }
  return text + "]}";
}

}  // namespace

TEST_CASE("a job that lost its GPU events does not pass its gates on the GPU") {
  const TempFolder folder;
  folder.write("a.json", host_steps(900));
  folder.write("b.json", host_steps(900));
  for (const char* const gate : {"gpu_busy=3%", "idle=3%", "idle.sync=3%", "kernel:gemm=3%"}) {
    CAPTURE(gate);
    const Ended ended = run(folder, fmt::format("$L compare a.json b.json --gate '{}'", gate));
    CHECK(ended.code == kUnusable);
    CHECK(ended.errors == fmt::format("lanescope: {}: neither run has GPU events\n", gate));
  }
}

TEST_CASE("a gate that failed is told and decides the exit code beside one that is missing") {
  const TempFolder folder;
  folder.write("a.json", host_steps(900));
  folder.write("b.json", host_steps(1800));
  for (const char* const gates :
       {"--gate step_time=3% --gate idle=3%", "--gate idle=3% --gate step_time=3%"}) {
    CAPTURE(gates);
    const Ended ended = run(folder, fmt::format("$L compare a.json b.json {}", gates));
    CHECK(ended.code == 1);
    CHECK(ended.errors.find("step_time=3%: run B exceeds the limit") != std::string::npos);
    CHECK(ended.errors.find("idle=3%: neither run has GPU events") != std::string::npos);
  }
}

}  // namespace lanescope
