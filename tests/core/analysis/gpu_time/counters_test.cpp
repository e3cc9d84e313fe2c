#include "core/analysis/gpu_time/counters.h"

#include <doctest/doctest.h>

#include "tests/core/fixtures/trace_text.h"

using namespace lanescope;

namespace {

const std::string kFma = "smsp__sass_thread_inst_executed_op_ffma_pred_on.sum";
const std::string kAdd = "smsp__sass_thread_inst_executed_op_fadd_pred_on.sum";

/// A kernel's counters; ranges lie apart from the times of launches.
void add_range(TraceText& trace, const std::string& kernel, int ts, const std::string& metrics) {
  trace.slice("cuda_profiler_range", kernel, "0", "0", std::to_string(ts), "10", metrics);
}

void add_launch(TraceText& trace, const std::string& op, int ts) {
  trace.cpu("cpu_op", op, std::to_string(ts), "50");
  trace.cpu("cuda_runtime", "cudaLaunchKernel", std::to_string(ts + 1), "2");
}

CounterTable counters_of(const TraceText& trace, const AnalysisWindow& window = whole_window()) {
  const LoadedText loaded = load_with_source(trace);
  return analyse_counters(*loaded.snapshot, window,
                          [&](EventId event) { return loaded.json(event); });
}

TraceText three_kernels() {
  TraceText trace;
  add_launch(trace, "aten::mm", 1000);
  add_launch(trace, "aten::add", 1100);
  add_launch(trace, "aten::mm", 1200);
  add_range(trace, "gemm", 0, "\"" + kFma + "\": 100, \"" + kAdd + R"(": 5, "sm.avg": 10)");
  add_range(trace, "add", 10, "\"" + kFma + "\": 0, \"" + kAdd + R"(": 30, "sm.avg": 20)");
  add_range(trace, "gemm", 20, "\"" + kFma + "\": 200, \"" + kAdd + R"(": "7", "sm.avg": 60)");
  return trace;
}

}  // namespace

TEST_CASE(
    "sums add up, the others are averaged, by kernel and by the operator of the n-th launch") {
  const CounterTable found = counters_of(three_kernels());
  CHECK(found.ranges == 3);
  REQUIRE(found.all.values.size() == 3);
  CHECK(found.all.values[0].name == kFma);
  CHECK(found.all.values[0].value() == 300);
  CHECK(found.all.values[1].value() == 42);
  CHECK(found.all.values[2].value() == 30);  // of 10, 20, 60
  CHECK(found.all.flops == 2 * 300 + 42);
  REQUIRE(found.kernels.size() == 2);
  CHECK(found.kernels[0].ranges == 2);  // gemm: 612 operations, add: 30
  CHECK(found.kernels[0].flops == 612);
  REQUIRE(found.ops.size() == 2);
  CHECK(found.ops[0].flops == 612);
  CHECK(found.ops[1].values[2].value() == 20);
  REQUIRE(found.kernels[0].ops.size() == 1);  // gemm is launched by aten::mm alone
  CHECK(found.kernels[0].ops[0] != found.kernels[1].ops[0]);
}

TEST_CASE("with more launches than ranges no operator is made up") {
  TraceText trace = three_kernels();
  add_launch(trace, "aten::mul", 1300);
  const CounterTable found = counters_of(trace);
  CHECK(found.launches == 4);
  CHECK(found.ops.empty());
  CHECK(found.kernels[0].ops.empty());
  CHECK(found.kernels.size() == 2);
}

TEST_CASE("a range of time takes its ranges, which keep their operators") {
  const CounterTable found = counters_of(three_kernels(), range_window({10'000, 20'000}));
  CHECK(found.ranges == 1);
  REQUIRE(found.ops.size() == 1);
  CHECK(found.ops[0].flops == 30);
}

TEST_CASE(
    "a trace without such ranges has none, and counters of nothing known have no operations") {
  TraceText none;
  add_launch(none, "aten::mm", 0);
  CHECK(counters_of(none).ranges == 0);
  TraceText other;
  add_range(other, "k", 0, R"("dram__bytes_read.sum": 5)");
  CHECK(!counters_of(other).all.flops);
}
