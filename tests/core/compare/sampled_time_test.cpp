// Two programs of which only samples are known. Times are in µs.
#include "core/compare/sampled_time.h"

#include <doctest/doctest.h>

#include "core/analysis/results.h"
#include "tests/core/fixtures/trace_text.h"

using namespace lanescope;

namespace {

/// main() works, then waits for a lock; `line` is where it is defined.
TraceText program(const std::string& line, const std::string& works, const std::string& waits) {
  TraceText trace;
  const std::string all = std::to_string(std::stoi(works) + std::stoi(waits));
  trace.cpu("python_sample", "train.py(" + line + "): main", "0", all)
      .cpu("thread_state", "running", "0", works)
      .cpu("thread_state", "futex", works, waits);
  return trace;
}

}  // namespace

TEST_CASE("runs of which only samples are known differ by functions and waits") {
  const auto a = program("3", "100", "50").load(), b = program("5", "110", "250").load();
  const AnalysisResults of_a(*a, whole_window()), of_b(*b, whole_window());
  const SampledChanges changes = compare_sampled_time(of_a, of_b);
  REQUIRE(changes.functions.size() == 1);
  // Although its line has moved.
  CHECK(changes.functions[0].name == "train.py(5): main");
  CHECK(changes.functions[0].delta_ns() == 210'000);
  REQUIRE(changes.waits.size() == 2);
  CHECK(changes.waits[0].name == "lock (futex)");
  CHECK(changes.waits[0].delta_ns() == 200'000);
  CHECK(changes.waits[1].name == "running or waiting for a CPU");
}

TEST_CASE("where a run has GPU work its samples are not what is compared") {
  const auto a = program("3", "100", "50").load();
  const auto b = program("3", "100", "50").kernel("gemm", "0", "100", "1").load();
  const AnalysisResults of_a(*a, whole_window()), of_b(*b, whole_window());
  CHECK(compare_sampled_time(of_a, of_b).empty());
}
