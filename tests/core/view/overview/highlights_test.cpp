#include "core/view/overview/highlights.h"

#include <algorithm>

#include <doctest/doctest.h>

#include "core/analysis/results.h"
#include "core/view/idle/idle_lane.h"
#include "core/view/overview/breakdown_model.h"
#include "tests/core/fixtures/training_trace.h"

namespace lanescope {
namespace {

Highlights highlights_of(const Snapshot& snapshot) {
  return highlights_insight({snapshot, whole_window()});
}

const Highlight& highlight(const Highlights& all, std::string_view title) {
  for (const Highlight& one : all) {
    if (one.title == title) return one;
  }
  FAIL("there is no such highlight: ", std::string(title));
  return all.front();
}

bool has(const Highlights& all, std::string_view title) {
  return std::ranges::find(all, title, &Highlight::title) != all.end();
}

/// Six steps; in the fourth the host pauses for 5 ms, and a kernel takes longer.
TrainingTrace loop_with_slow_step() {
  TrainingTrace trace;
  for (int i = 0; i < 6; ++i) {
    trace.step([&] {
      trace.allocate(4096 + i, 1 << 20);
      for (int k = 0; k < 10; ++k) trace.op("aten::mm", "gemm", i == 3 && k == 4 ? 300 : 100, 80);
      trace.op("aten::relu", "relu", 400, 80);
      if (i == 3) trace.pause(5000);
      trace.op("aten::relu", "relu", 20, 80);
    });
  }
  return trace;
}

}  // namespace

TEST_CASE("the longest gap is the first one of the reports, also at an end of the window") {
  // The step begins 60 µs before its first kernel, and the gap between the kernels has 30.
  TraceText trace;
  trace.cpu("user_annotation", "ProfilerStep#1", "0", "50")
      .cpu("user_annotation", "ProfilerStep#2", "50", "150")
      .kernel("a", "10", "40", "1")
      .kernel("b", "110", "20", "2")
      .kernel("c", "160", "40", "3");
  const auto snapshot = trace.load();
  const AnalysisResults results(*snapshot, range_window({50'000, 200'000}));
  const auto idle = results.of<IdleTime>();
  const IdleDevice& device = idle->devices.at(0);
  const Highlight gap = highlight(highlights_insight(results), "Longest idle gap");
  CHECK(gap.figure == "60.00 µs");
  CHECK(std::get<GapRef>(gap.target).range == device.gaps[device.longest[0]].range);
}

TEST_CASE("a training loop offers its longest gap, slowest step, top kernel and peak") {
  const LoadedText loaded = loop_with_slow_step().load();
  const Highlights all = highlights_of(*loaded.snapshot);
  REQUIRE(all.size() == 4);

  const Highlight& step = highlight(all, "Slowest step");
  CHECK(step.name == "ProfilerStep#3");
  CHECK(std::get<EventId>(step.target) == event_named(*loaded.snapshot, "ProfilerStep#3"));

  const Highlight& gap = highlight(all, "Longest idle gap");
  const auto range = std::get<GapRef>(gap.target).range;
  CHECK(range.length_ns() > 2'500'000);  // the pause, less what the GPU had queued
  CHECK(range.length_ns() < 5'000'000);
  CHECK(gap.figure == format_duration(range.length_ns()));

  // 10 * 100 µs in each of 6 steps, and 200 µs more.
  const Highlight& kernel = highlight(all, "Top kernel");
  CHECK(kernel.name == "gemm");
  CHECK(kernel.figure == "6.200 ms");
  const auto longest = loaded.snapshot->find_slice(std::get<EventId>(kernel.target));
  REQUIRE(longest);
  CHECK(longest->chunk->dur_ns[longest->slice] == 300'000);

  const Highlight& peak = highlight(all, "Peak memory");
  CHECK(peak.figure == format_bytes((std::int64_t{1} << 30U) + 6 * (1 << 20)));
  CHECK(std::get<PeakRef>(peak.target) == PeakRef{1, 0});
}

TEST_CASE("a single step is not called the slowest") {
  TrainingTrace trace;
  trace.step([&] { trace.op("aten::mm", "gemm", 100); });
  CHECK_FALSE(has(highlights_of(*trace.load().snapshot), "Slowest step"));
}

TEST_CASE("without a GPU, the op with the most self time stands for the top kernel") {
  TrainingTrace trace;
  for (int i = 0; i < 4; ++i) {
    trace.step([&] {
      trace.host("cpu_op", "aten::linear", i == 2 ? 900 : 500);
      trace.host("cpu_op", "aten::copy_", 100);
    });
  }
  const LoadedText loaded = trace.load();
  const Highlights all = highlights_of(*loaded.snapshot);
  CHECK_FALSE(has(all, "Top kernel"));
  CHECK_FALSE(has(all, "Longest idle gap"));
  CHECK(has(all, "Slowest step"));
  const Highlight& op = highlight(all, "Top op");
  CHECK(op.name == "aten::linear");
  CHECK(op.figure == "2.400 ms");
  CHECK(std::get<EventId>(op.target) == event_named(*loaded.snapshot, "aten::linear", 2));
}

TEST_CASE("a program that was only sampled offers its top function and its longest wait") {
  TraceText trace;
  trace.cpu("python_sample", "train.py(1): main", "0", "100")
      .cpu("python_sample", "train.py(2): slow_item", "10", "60")
      .cpu("thread_state", "running", "0", "50")
      .cpu("thread_state", "futex", "50", "5")
      .cpu("thread_state", "read /data/a.bin · GIL", "55", "30")
      .cpu("thread_state", "running", "85", "15");
  const auto snapshot = trace.load();
  const Highlights all = highlights_of(*snapshot);
  const Highlight& function = highlight(all, "Top function");
  CHECK(function.name == "slow_item  train.py:2");
  CHECK(function.figure == "40.00 µs");  // of 60, without its waits
  CHECK(function.meaning.find("running or waiting for a CPU") != std::string::npos);
  CHECK(std::get<EventId>(function.target) == event_named(*snapshot, "train.py(2): slow_item"));
  const Highlight& wait = highlight(all, "Longest wait");
  CHECK(wait.name == "read /data/a.bin");
  CHECK(wait.figure == "30.00 µs");
  CHECK(std::get<EventId>(wait.target) == event_named(*snapshot, "read /data/a.bin · GIL"));
}

TEST_CASE("the longest wait is the main thread's, not that of a helper without work") {
  TraceText trace;
  trace.cpu("python_sample", "train.py(1): main", "0", "100")
      .cpu("thread_state", "running", "0", "90")
      .cpu("thread_state", "read /data/a.bin", "90", "10")
      .slice("thread_state", "futex", "100", "101", "0", "100");
  CHECK(highlight(highlights_of(*trace.load()), "Longest wait").name == "read /data/a.bin");
}

TEST_CASE("a wait for a lock has the name that the Overview has for it") {
  TraceText trace;
  trace.cpu("python_sample", "train.py(10): main", "0", "100")
      .cpu("thread_state", "running", "0", "20")
      .cpu("thread_state", "futex", "20", "80");
  const auto loaded = trace.load();
  CHECK(highlight(highlights_of(*loaded), "Longest wait").name == "lock (futex)");
}

TEST_CASE("a wait for the end of another thread is no wait for a lock, wherever it is named") {
  const auto trace = TraceText()
                         .cpu("python_sample", "train.py(10): main", "0", "100")
                         .cpu("python_sample", "threading.py(1087): Thread.join", "20", "80")
                         .cpu("thread_state", "running", "0", "20")
                         .cpu("thread_state", "futex", "20", "80")
                         .load();
  CHECK(highlight(highlights_of(*trace), "Longest wait for another thread").name.empty());
  const AnalysisResults results(*trace, whole_window());
  const std::vector<BreakdownPart> parts = breakdown_insight(results).bars.at(0).parts;
  REQUIRE(parts.size() == 2);
  CHECK(parts[1].title == "waiting for another thread");
}

TEST_CASE("a wait for a CPU or for the GIL is named by the title alone") {
  const auto longest = [](const char* state) {
    return TraceText()
        .cpu("python_sample", "train.py(1): main", "0", "100")
        .cpu("thread_state", "running", "0", "70")
        .cpu("thread_state", state, "70", "30")
        .load();
  };
  const auto for_cpu = longest("runnable");
  const Highlights of_cpu = highlights_of(*for_cpu);
  const Highlight& cpu = highlight(of_cpu, "Longest wait for a CPU");
  CHECK(cpu.name.empty());
  CHECK(cpu.figure == "30.00 µs");
  const auto for_gil = longest("waiting for the GIL");
  const Highlights of_gil = highlights_of(*for_gil);
  CHECK(highlight(of_gil, "Longest wait for the GIL").name.empty());
}

TEST_CASE("a thread that only waits does not have the top function") {
  TraceText trace;
  trace.cpu("python_sample", "train.py(1): main", "0", "20")
      .cpu("thread_state", "running", "0", "20")
      .slice("python_sample", "threading.py(295): Condition.wait", "100", "101", "0", "100")
      .slice("thread_state", "futex", "100", "101", "0", "100");
  const auto snapshot = trace.load();
  const Highlights all = highlights_of(*snapshot);
  CHECK(highlight(all, "Top function").name == "main  train.py:1");
}

TEST_CASE("a program with native stacks offers the function that used most CPU time") {
  const auto snapshot = TraceText()
                            .cpu("python_sample", "train.py(1): main", "0", "100")
                            .cpu("native_frame", "at::native::add (libtorch_cpu.so)", "0", "65")
                            .cpu("thread_state", "running", "0", "100")
                            .load();
  const Highlights all = highlights_of(*snapshot);
  const Highlight& native = highlight(all, "Top native function");
  CHECK(native.figure == "65.00 µs");
  CHECK(native.meaning.starts_with("65 % of CPU time in at::native::add (libtorch_cpu.so)"));
  CHECK(std::get<EventId>(native.target) ==
        event_named(*snapshot, "at::native::add (libtorch_cpu.so)"));
}

TEST_CASE("a trace of nothing offers nothing") {
  CHECK(highlights_of(*TraceText().load()).empty());
}

TEST_CASE("a time leads to the gap around it") {
  const LoadedText loaded = loop_with_slow_step().load();
  const AnalysisResults results{*loaded.snapshot, whole_window()};
  const IdleLanes lanes = idle_lanes_insight(results);
  const IdleLane* lane = lanes.of(0);
  REQUIRE(lane != nullptr);
  REQUIRE(lane->device().gaps.size() > 1);
  for (std::uint32_t i = 0; i < lane->device().gaps.size(); ++i) {
    const TimeRange range = lane->gap(i).range;
    CHECK(lane->at(range.begin_ns) == i);
    CHECK(lane->at(range.end_ns - 1) == i);
    if (i + 1 < lane->device().gaps.size()) CHECK_FALSE(lane->at(range.end_ns).has_value());
  }
}

}  // namespace lanescope
