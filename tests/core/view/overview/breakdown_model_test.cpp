#include "core/view/overview/breakdown_model.h"

#include <doctest/doctest.h>

#include "core/analysis/results.h"
#include "tests/core/fixtures/trace_text.h"

namespace lanescope {
namespace {

/// 100 µs: a kernel to 40, communication from 30 to 60, a copy from 55 to 70, a kernel from 90 on.
TraceText busy_gpu() {
  return TraceText()
      .kernel("gemm", "0", "40", "1")
      .kernel("ncclDevKernel_AllReduce", "30", "30", "2", "20")
      .slice("gpu_memcpy", "Memcpy HtoD (Pinned -> Device)", "0", "8", "55", "15",
             R"("device": 0, "stream": 8, "correlation": 3)")
      .kernel("gemm", "90", "10", "4");
}

Breakdown breakdown_of(const Snapshot& snapshot, const AnalysisWindow& window) {
  return build_breakdown(snapshot, analyse_gpu_time(snapshot, window),
                         analyse_idle({snapshot, window}));
}

std::string reported(const BreakdownBar& bar) {
  std::string all;
  for (const BreakdownPart& part : bar.parts) {
    all += (all.empty() ? "" : ", ") + part.title + " " + part.length_text + " " + part.share_text;
  }
  return all;
}

}  // namespace

TEST_CASE("a bar is of the time that was recorded, and says how long it was not") {
  TraceText trace = busy_gpu();
  trace.slice("overhead", "Paused", "1", "\"Capture\"", "70", "15");
  const Breakdown breakdown = breakdown_of(*trace.load(), whole_window());
  REQUIRE(breakdown.bars.size() == 1);
  // Busy from 0 to 70 and from 90 on, of 100 µs without the 15 in which nobody looked.
  CHECK(breakdown.bars[0].facts == "busy 94 % of 85.00 µs, paused for 15.00 µs");
}

TEST_CASE("a bar is filled by what the GPU's time goes into, each nanosecond once") {
  const auto trace = busy_gpu().load();
  const Breakdown breakdown = breakdown_of(*trace, whole_window());
  REQUIRE(breakdown.bars.size() == 1);
  const BreakdownBar& bar = breakdown.bars[0];
  CHECK(reported(bar) ==
        "compute 50.00 µs 50 %, exposed communication 20.00 µs 20 %, exposed copies and memsets "
        "10.00 µs 10 %, "
        "idle, unknown launch 20.00 µs 20 %");
  CHECK(bar.facts == "busy 80 % of 100.0 µs");
  CHECK(bar.parts[0].role == ColorRole::Compute);
  CHECK(bar.parts[1].role == ColorRole::Communication);
  CHECK(bar.parts[3].idle);
  CHECK_FALSE(bar.parts[2].idle);
}

TEST_CASE("a bar is about the selected range, and has no parts that are not there") {
  const auto trace = busy_gpu().load();
  const Breakdown breakdown = breakdown_of(*trace, range_window({80'000, 100'000}));
  REQUIRE(breakdown.bars.size() == 1);
  CHECK(reported(breakdown.bars[0]) == "compute 10.00 µs 50 %, idle, unknown launch 10.00 µs 50 %");
}

TEST_CASE("idle time leads to the gap that its cause has the most time in") {
  const auto trace = TraceText()
                         .kernel("a", "0", "10", "1")
                         .kernel("a", "15", "10", "2")
                         .kernel("a", "60", "40", "3")
                         .load();
  const Breakdown breakdown = breakdown_of(*trace, whole_window());
  REQUIRE(breakdown.bars.size() == 1);
  for (const BreakdownBar& bar : {breakdown.bars[0], breakdown.all}) {
    REQUIRE(bar.parts.size() == 2);
    CHECK_FALSE(bar.parts[0].gap);
    CHECK(bar.parts[1].gap == GapRef{0, {25'000, 60'000}});
  }
}

TEST_CASE("devices have a bar each, and one together") {
  const auto trace = TraceText()
                         .kernel("a", "0", "30", "1")
                         .kernel("a", "90", "10", "2")
                         .slice("kernel", "b", "1", "7", "0", "100",
                                R"("device": 1, "stream": 7, "correlation": 3)")
                         .load();
  const Breakdown breakdown = breakdown_of(*trace, whole_window());
  REQUIRE(breakdown.bars.size() == 2);
  CHECK(reported(breakdown.bars[0]) == "compute 40.00 µs 40 %, idle, unknown launch 60.00 µs 60 %");
  CHECK(reported(breakdown.bars[1]) == "compute 100.0 µs 100 %");
  CHECK(reported(breakdown.all) == "compute 140.0 µs 70 %, idle, unknown launch 60.00 µs 30 %");
}

TEST_CASE("idle time is split by its causes, in their colours") {
  // Idle from 10 to 50: an operator from 12 to 44, the launch from 45 on.
  const auto trace = TraceText()
                         .cpu("cuda_runtime", "cudaLaunchKernel", "0", "1", R"("correlation": 1)")
                         .cpu("cpu_op", "aten::item", "12", "32")
                         .cpu("cuda_runtime", "cudaLaunchKernel", "45", "1", R"("correlation": 2)")
                         .kernel("a", "5", "5", "1")
                         .kernel("b", "50", "5", "2")
                         .load();
  const BreakdownBar bar = breakdown_of(*trace, whole_window()).bars.at(0);
  CHECK(reported(bar) ==
        "compute 10.00 µs 20 %, idle, operators 32.00 µs 64 %, idle, launch latency 5.000 µs 10 %, "
        "idle, nothing traced 3.000 µs 6.0 %");
  CHECK(bar.parts[1].role == ColorRole::CpuOp);
  CHECK(bar.parts[1].idle);
  CHECK_FALSE(bar.parts[3].role);
}

TEST_CASE("the largest part of all GPUs is the first one in each bar, idle time behind the rest") {
  const auto trace = TraceText()
                         .kernel("a", "0", "10", "1")
                         .kernel("ncclDevKernel_AllReduce", "50", "50", "2")
                         .slice("kernel", "b", "1", "7", "0", "20",
                                R"("device": 1, "stream": 7, "correlation": 3)")
                         .slice("kernel", "ncclDevKernel_AllReduce", "1", "7", "90", "10",
                                R"("device": 1, "stream": 7, "correlation": 4)")
                         .load();
  const Breakdown breakdown = breakdown_of(*trace, whole_window());
  REQUIRE(breakdown.bars.size() == 2);
  for (const BreakdownBar& bar : breakdown.bars) {
    CHECK(bar.parts[0].title == "exposed communication");
    CHECK(bar.parts[1].title == "compute");
    CHECK(bar.parts[2].idle);
  }
  CHECK(breakdown.all.parts[0].title == "exposed communication");
}

TEST_CASE("a trace without GPU says so and how to record one") {
  const auto trace = TraceText().cpu("cpu_op", "aten::mm", "0", "10").load();
  const Breakdown breakdown = breakdown_of(*trace, whole_window());
  CHECK(breakdown.bars.empty());
  CHECK(breakdown.missing.find("ProfilerActivity.CUDA") != std::string::npos);
}

TEST_CASE("a trace that was not read to its end does not say that it has no GPU events") {
  Snapshot trace = *TraceText().cpu("cpu_op", "aten::mm", "0", "10").load();
  trace.report.complete = false;
  CHECK(breakdown_of(trace, whole_window()).missing.starts_with("No GPU events were read"));
  const auto empty = TraceText().load();
  CHECK(breakdown_of(*empty, whole_window()).missing == "This file has no events");
}

}  // namespace lanescope
