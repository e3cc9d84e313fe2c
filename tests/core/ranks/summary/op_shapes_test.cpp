#include "core/ranks/summary/op_shapes.h"

#include <doctest/doctest.h>
#include <fmt/format.h>

#include "core/ranks/summary/summary_file.h"
#include "tests/core/ranks/summary/made_summary.h"

using namespace lanescope;

namespace {

/// Steps of 1 ms, with two calls of an operator in each; `shapes` are their inputs.
std::string trace_of_steps(const std::string& shapes, int steps = 5) {
  std::string events;
  const auto add = [&](const char* cat, const std::string& name, int ts, int dur,
                       const std::string& args) {
    events += fmt::format(
        R"({}{{"ph": "X", "cat": "{}", "name": "{}", "pid": 1, "tid": 1, "ts": {}, "dur": {}, "args": {{{}}}}})",
        events.empty() ? "" : ",\n", cat, name, ts, dur, args);
  };
  for (int i = 0; i < steps; ++i) {
    const int begin = 1000 * (i + 1);
    add("user_annotation", fmt::format("ProfilerStep#{}", i), begin, 900, "");
    for (int call = 0; call < 2; ++call) {
      const std::string dims = shapes.empty() ? "" : fmt::format(R"("Input Dims": {})", shapes);
      add("cpu_op", "aten::mm", begin + 100 + 200 * call, 100, dims);
    }
  }
  return "{\"traceEvents\": [\n" + events + "\n]}";
}

}  // namespace

TEST_CASE("a summary tells which inputs the operators of a step had") {
  const RankSummary summary = MadeRank(trace_of_steps("[[64, 32], [32, 8]]")).summary();
  REQUIRE(summary.shapes.size() == 1);
  CHECK(summary.shapes[0].op == "aten::mm");
  CHECK(summary.shapes[0].shapes == "[[64, 32], [32, 8]]");
  CHECK(summary.shapes[0].count == 2);
  const auto read = parse_summary(summary_bytes(summary));
  REQUIRE(read.ok());
  REQUIRE(read.value().shapes.size() == 1);
  CHECK(read.value().shapes[0].shapes == summary.shapes[0].shapes);
}

TEST_CASE("without shapes in the trace there are none, and lists of hundreds are left out") {
  CHECK(MadeRank(trace_of_steps("")).summary().shapes.empty());
  std::string many = "[[1, 2]";
  for (int i = 0; i < 200; ++i) many += ", [1, 2]";
  CHECK(MadeRank(trace_of_steps(many + "]")).summary().shapes.empty());
}
