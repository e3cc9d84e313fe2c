// A training loop that runs aten::mm and aten::add on the GPU in each step, as slow as a test
// wants.
#pragma once

#include <string>
#include <vector>

#include "core/compare/run_diff.h"
#include "tests/core/analysis/hand_made_trace.h"

namespace lanescope {

struct LoopTimes {
  int steps = 6;
  int mm_us = 500;     // duration of its kernel
  int mm_calls = 1;    // per step
  int add_us = 200;    // …
  int loader_us = 50;  // waiting for data at the start of a step
  std::string shapes = "[[64, 64], [64, 64]]";
  int spread_us = 1;  // how much longer aten::mm takes with each step
  int slow_us = 0;    // how much longer it takes in the last step
  bool with_steps = true;
};

/// Consecutive steps; the host waits for the last kernel of each.
inline std::vector<std::string> loop_events(const LoopTimes& times) {
  std::vector<std::string> events;
  int now = 0, id = 0;
  const auto us = [](int value) { return std::to_string(value); };
  const auto run = [&](const std::string& op, const std::string& kernel, int dur) {
    ++id;
    events.push_back(slice("cpu_op", op, us(now), "8", R"("Input Dims": )" + times.shapes));
    events.push_back(
        slice("cuda_runtime", "cudaLaunchKernel", us(now + 2), "4", R"("correlation": )" + us(id)));
    events.push_back(
        gpu_slice("kernel", kernel, us(now + 10), us(dur), R"("correlation": )" + us(id)));
    now += 10 + dur;
  };
  for (int step = 0; step < times.steps; ++step) {
    const int begin = now;
    events.push_back(slice("user_annotation",
                           "enumerate(DataLoader)#_SingleProcessDataLoaderIter.__next__",
                           us(now + 1), us(times.loader_us)));
    now += times.loader_us + 2;
    const int mm_us =
        times.mm_us + step * times.spread_us + (step + 1 == times.steps ? times.slow_us : 0);
    for (int call = 0; call < times.mm_calls; ++call) run("aten::mm", "gemm", mm_us);
    run("aten::add", "add_kernel", times.add_us);
    if (!times.with_steps) continue;
    events.push_back(
        slice("user_annotation", "ProfilerStep#" + us(step), us(begin), us(now - begin)));
  }
  return events;
}

/// Three steps of one kernel of 90 µs. The host launches a step every `step_us`; with less than the
/// kernel takes, it runs far ahead of the GPU.
inline std::vector<std::string> launched_every(int step_us) {
  std::vector<std::string> events;
  for (int i = 0; i < 3; ++i) {
    const std::string id = std::to_string(i + 1);
    events.push_back(slice("user_annotation", "ProfilerStep#" + id, std::to_string(step_us * i),
                           std::to_string(step_us - 1)));
    events.push_back(slice("cuda_runtime", "cudaLaunchKernel", std::to_string(step_us * i + 2), "1",
                           R"("correlation": )" + id));
    const int period_us = step_us < 100 ? 100 : step_us;
    // Like where a copy comes before the kernel.
    events.push_back(gpu_slice("gpu_user_annotation", "ProfilerStep#" + id,
                               std::to_string(period_us * i + 9), "91"));
    events.push_back(gpu_slice("kernel", "gemm", std::to_string(period_us * i + 10), "90",
                               R"("correlation": )" + id));
  }
  return events;
}

struct TwoRuns {
  HandMadeTrace a, b;
  RunDiff diff;

  TwoRuns(const LoopTimes& times_a, const LoopTimes& times_b, PartLevel level = PartLevel::Op)
      : TwoRuns(loop_events(times_a), loop_events(times_b), level) {}
  TwoRuns(const std::vector<std::string>& events_a, const std::vector<std::string>& events_b,
          PartLevel level = PartLevel::Op)
      : a(events_a), b(events_b), diff(difference(level)) {}

  [[nodiscard]] RunDiff difference(PartLevel level) const {
    const AnalysisResults of_a(*a, whole_window(), [this](EventId event) { return a.json(event); });
    const AnalysisResults of_b(*b, whole_window(), [this](EventId event) { return b.json(event); });
    auto runs = align_runs(*a, *b);
    REQUIRE(runs.ok());
    return diff_runs(of_a, of_b, std::move(runs).value(), level);
  }
  [[nodiscard]] const DiffRow& row(const std::string& name) const {
    for (const DiffRow& one : diff.rows) {
      if (diff.part(one).name == name) return one;
    }
    FAIL("no row ", name);
    return diff.rows.front();
  }
  [[nodiscard]] const MetricDiff& idle(IdleClass what) const {
    return diff.classes[static_cast<std::size_t>(what)];
  }
};

}  // namespace lanescope
