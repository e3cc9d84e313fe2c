#include "core/ranks/summary/step_facts.h"

#include <doctest/doctest.h>

#include "core/analysis/gpu_time/gpu_time.h"
#include "core/analysis/idle/idle.h"
#include "core/analysis/steps/steps.h"
#include "core/ranks/ranks.h"
#include "tests/core/analysis/hand_made_trace.h"
#include "tests/core/fixtures/training_trace.h"

using namespace lanescope;

namespace {

std::string three_steps() {
  TrainingTrace trace;
  for (int i = 0; i < 3; ++i) {
    trace.step([&] {
      trace.allocate(0x1000 + i, 100 * (i + 1));
      trace.copy("Memcpy HtoD (Pageable -> Device)", 4096, 30, true);
      trace.pause(40);
      trace.op("aten::mm", "gemm", 120 + 10 * i, 60);
      trace.call("cudaMalloc", 25);
      trace.launch("add", 20);
      trace.wait_for_gpu("cudaDeviceSynchronize");
    });
    trace.pause(10);
  }
  return trace.text();
}

struct Loaded {
  LoadedTrace trace;
  AnalysisResults results;

  explicit Loaded(const std::string& text)
      : trace(load(text)), results(*trace.snapshot, usual_window(*trace.snapshot)) {}

  static LoadedTrace load(const std::string& text) {
    auto loaded = load_trace(std::shared_ptr<ByteSource>(memory_byte_source(text)), "made");
    REQUIRE(loaded.ok());
    return std::move(loaded).value();
  }
};

RankCollectives collectives_of(const AnalysisResults& results) {
  return rank_collectives({0, results});
}

}  // namespace

TEST_CASE("steps are the same in whichever window the trace is looked at") {
  const Loaded usual(three_steps());
  REQUIRE(usual.results.window.kind == WindowKind::Steps);
  AnalysisWindow middle = usual.results.window;
  middle.range = usual.trace.snapshot->steps[1].range;
  const auto collectives = collectives_of(usual.results);
  const auto expected = step_facts(usual.results.about(whole_window()), collectives);
  REQUIRE(expected.size() == 3);
  for (const AnalysisWindow& window : {usual.results.window, middle}) {
    const auto steps = step_facts(usual.results.about(window), collectives);
    REQUIRE(steps.size() == 3);
    for (std::size_t i = 0; i < steps.size(); ++i) {
      CAPTURE(steps[i].name);
      CHECK(steps[i].range == expected[i].range);
      CHECK(steps[i].warm_up == expected[i].warm_up);
      CHECK(steps[i].compute_ns == expected[i].compute_ns);
      CHECK(steps[i].idle_ns == expected[i].idle_ns);
      CHECK(steps[i].paused_ns == expected[i].paused_ns);
    }
  }
}

TEST_CASE("the steps of a summary are as long as a report says, not as on the host") {
  const Loaded loaded(three_steps());
  const auto steps = step_facts(loaded.results, collectives_of(loaded.results));
  const auto report = loaded.results.about(whole_window()).of<StepTable>();
  REQUIRE(steps.size() == report->rows.size());
  for (std::size_t i = 0; i < steps.size(); ++i) {
    CAPTURE(i);
    CHECK(steps[i].range == report->rows[i].time());
    const TimeRange host = loaded.trace.snapshot->steps[i].range;
    if (i + 1 < steps.size()) CHECK(steps[i].range.length_ns() > host.length_ns());
  }
}

TEST_CASE("the time of a step is what a report about its range says") {
  const Loaded loaded(three_steps());
  const auto steps = step_facts(loaded.results, collectives_of(loaded.results));
  REQUIRE(steps.size() == 3);
  Ns idle_ns = 0;
  for (const StepFacts& step : steps) {
    CAPTURE(step.name);
    const AnalysisResults& in = loaded.results.about(range_window(step.range));
    const GpuTimeDevice time = total_gpu_time(*in.of<GpuTime>());
    CHECK(step.devices == 1);
    CHECK(step.compute_ns == time.compute_ns);
    CHECK(step.exposed_comm_ns == time.exposed_comm_ns);
    CHECK(step.exposed_memory_ns == time.exposed_memory_ns);
    CHECK(step.total_idle_ns() == time.idle_ns);
    CHECK(step.compute_ns + step.exposed_comm_ns + step.exposed_memory_ns + step.total_idle_ns() +
              step.paused_ns ==
          step.range.length_ns());
    const auto idle = in.of<IdleTime>();
    REQUIRE(idle->devices.size() == 1);
    for (std::size_t c = 0; c < kIdleClasses; ++c) {
      CAPTURE(c);
      CHECK(step.idle_ns[c] == idle->devices.front().classes[c].ns);
    }
    const GpuDurations work = time.durations;
    CHECK(step.work_ns[static_cast<std::size_t>(GpuClass::Compute)] ==
          work.of(GpuWorkKind::Compute));
    CHECK(step.work_ns[static_cast<std::size_t>(GpuClass::Memory)] == work.of(GpuWorkKind::Copy));
    idle_ns += step.total_idle_ns();
  }
  CHECK(idle_ns > 0);
  CHECK(steps[0].name == "ProfilerStep#0");
}

TEST_CASE("the memory peak of a step includes what was allocated before it") {
  const Loaded loaded(three_steps());
  const auto steps = step_facts(loaded.results, collectives_of(loaded.results));
  REQUIRE(steps.size() == 3);
  constexpr std::int64_t kBefore = std::int64_t{1} << 30U;  // of every TrainingTrace
  CHECK(steps[0].peak_bytes == kBefore + 100);
  CHECK(steps[1].peak_bytes == kBefore + 300);
  CHECK(steps[2].peak_bytes == kBefore + 600);
}

TEST_CASE("what collectives take beyond the shortest of their kind is an estimate of waiting") {
  const auto collective = [](const char* ts, const char* dur, const char* elements) {
    return gpu_slice("kernel", "ncclDevKernel_AllReduce_Sum_f32_RING_LL(ncclDevComm*)", ts, dur,
                     std::string(R"("Collective name": "allreduce", "dtype": "Float", )"
                                 R"("Group size": 2, "In msg nelems": )") +
                         elements,
                     "20");
  };
  const HandMadeTrace trace({slice("user_annotation", "ProfilerStep#1", "0", "100"),
                             slice("user_annotation", "ProfilerStep#2", "100", "100"),
                             collective("10", "20", "8"), collective("40", "25", "8"),
                             collective("110", "50", "8"), collective("170", "9", "4")});
  const AnalysisResults results(*trace, whole_window(),
                                [&](EventId event) { return trace.json(event); });
  const auto steps = step_facts(results, collectives_of(results));
  REQUIRE(steps.size() == 2);
  CHECK(steps[0].wait_ns == 5'000);
  CHECK(steps[1].wait_ns == 30'000);
  CHECK(steps[1].exposed_comm_ns == 59'000);
  CHECK_FALSE(steps[0].peak_bytes);
}

TEST_CASE("a trace without steps has none, and one without a GPU has no devices in them") {
  const HandMadeTrace none({gpu_slice("kernel", "gemm", "0", "5")});
  const AnalysisResults without(*none, whole_window());
  CHECK(step_facts(without, {}).empty());
  const HandMadeTrace host({slice("user_annotation", "ProfilerStep#1", "0", "100")});
  const AnalysisResults results(*host, whole_window());
  const auto steps = step_facts(results, {});
  REQUIRE(steps.size() == 1);
  CHECK(steps[0].devices == 0);
  CHECK(steps[0].total_idle_ns() == 0);
}
