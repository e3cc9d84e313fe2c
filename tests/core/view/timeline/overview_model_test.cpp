#include "core/view/timeline/overview_model.h"

#include <doctest/doctest.h>
#include <fmt/format.h>

#include "core/view/overview/breakdown_figures.h"
#include "core/view/overview/breakdown_model.h"
#include "tests/core/fixtures/trace_text.h"

namespace lanescope {
namespace {

/// The GPU works in the first half of each of four steps.
TraceText half_busy() {
  TraceText trace;
  for (int i = 0; i < 4; ++i) {
    trace.cpu("user_annotation", fmt::format("ProfilerStep#{}", i + 5), fmt::format("{}", i * 1000),
              "1000");
    trace.kernel("k", fmt::format("{}", i * 1000), "500", fmt::format("{}", i));
  }
  return trace;
}

Viewport over(const Snapshot& snapshot) {
  Viewport viewport;
  viewport.set_width_px(1000);
  viewport.set_extent(snapshot.extent);
  viewport.fit();
  return viewport;
}

}  // namespace

TEST_CASE("the strip shows where the GPU works and where it does not") {
  const auto snapshot = half_busy().load();
  const Overview overview = build_overview(*snapshot, 400);
  REQUIRE(overview.busy.size() == 400);
  CHECK(overview.gpu);
  for (std::size_t step = 0; step < 4; ++step) {
    CHECK(overview.busy[step * 100 + 25] > 0.9F);
    CHECK(overview.busy[step * 100 + 75] < 0.1F);
  }
  // Its figure is not its own: see below.
  CHECK(overview.facts.empty());
}

TEST_CASE("the strip of a file with allocations only shows how much memory is allocated") {
  const auto args = [](int bytes, int allocated) {
    return fmt::format(R"("Device Type": 1, "Device Id": 0, "Bytes": {}, "Total Allocated": {}, )"
                       R"("Total Reserved": 4096, "Addr": 7)",
                       bytes, allocated);
  };
  const auto snapshot = TraceText()
                            .instant("[memory]", "0", args(1024, 1024))
                            .instant("[memory]", "100", args(1024, 2048))
                            .instant("[memory]", "200", args(-2048, 0))
                            .instant("[memory]", "400", args(512, 512))
                            .load();
  REQUIRE(snapshot->slice_count == 0);
  const Overview overview = build_overview(*snapshot, 400);
  CHECK_FALSE(overview.gpu);
  CHECK(overview.facts == "allocated memory");
  CHECK(overview.busy.at(50) == doctest::Approx(0.5));
  CHECK(overview.busy.at(150) == doctest::Approx(1));
  CHECK(overview.busy.at(300) == doctest::Approx(0));
}

TEST_CASE("how busy the GPU is, the strip says as Overview does") {
  // The first step warms up: it takes memory from the driver, and its kernel is long.
  TraceText trace = half_busy();
  trace.cpu("cuda_runtime", "cudaMalloc", "10", "400");
  trace.kernel("k", "500", "490", "9");
  const auto snapshot = trace.load();
  const AnalysisWindow window = usual_window(*snapshot);
  REQUIRE(window.warm_up_steps == 1);
  const GpuTime time = analyse_gpu_time(*snapshot, window);
  CHECK(gpu_busy_words(*snapshot, time, "the steps") == "GPU busy 50 % of the steps");
  const StepTable steps;
  const KernelTable kernels;
  const MemoryTable memory;
  const IdleTime idle;
  const LaunchTable launches;
  const KeyFigures figures =
      build_key_figures(*snapshot, {time, steps, kernels, memory, idle, launches});
  REQUIRE_FALSE(figures.empty());
  CHECK(figures.front().title == "GPU busy");
  CHECK(figures.front().value == "50 %");
  CHECK(build_breakdown(*snapshot, time, idle).all.facts.starts_with("busy 50 % of "));
  CHECK(gpu_busy_words(*snapshot, {}, "the steps") == "no GPU work");
  const auto counters =
      TraceText().slice("cuda_profiler_range", "gemm", "0", "0", "5", "10").load();
  CHECK(gpu_busy_words(*counters, {}, "the trace") == "counters, no kernel times");
}

TEST_CASE("where GPU work fills a part of the trace only, the strip says what the share is of") {
  // Half of 2 ms, in a trace of 10 ms.
  TraceText part;
  part.kernel("k", "4000", "500", "1").kernel("k", "5500", "500", "2");
  part.cpu("cpu_op", "aten::load", "0", "10000");
  const auto snapshot = part.load();
  const GpuTime time = analyse_gpu_time(*snapshot, {});
  CHECK(gpu_busy_words(*snapshot, time, "the whole trace") == "GPU busy 50 % of 2.000 ms");
  CHECK(gpu_busy_words(*snapshot, time, "the steps") == "GPU busy 50 % of the steps");
  TraceText all;
  all.kernel("k", "0", "500", "1").kernel("k", "1500", "500", "2");
  all.cpu("cpu_op", "aten::load", "0", "2010");
  const auto filled = all.load();
  CHECK(gpu_busy_words(*filled, analyse_gpu_time(*filled, {}), "the whole trace") ==
        "GPU busy 50 % of the whole trace");
}

TEST_CASE("steps are called by their number") {
  const Overview overview = build_overview(*half_busy().load(), 400);
  REQUIRE(overview.steps.size() == 4);
  CHECK(overview.steps[1].label == "step 6");
  CHECK(overview.steps[1].x0_px == doctest::Approx(100));
  CHECK(overview.steps[1].x1_px == doctest::Approx(200));
}

TEST_CASE("steps that overlap have a place of their own each, as in their lane") {
  TraceText trace;
  trace.cpu("user_annotation", "ProfilerStep#1", "0", "1000");
  trace.cpu("user_annotation", "ProfilerStep#2", "200", "300");
  trace.slice("user_annotation", "ProfilerStep#3", "100", "200", "600", "800");
  trace.cpu("user_annotation", "ProfilerStep#4", "1600", "400");
  const auto snapshot = trace.load();
  REQUIRE(snapshot->steps.size() == 4);
  const Overview overview = build_overview(*snapshot, 200);
  REQUIRE(overview.steps.size() == 3);
  const std::string labels[] = {"step 1", "step 3", "step 4"};
  const float begins_px[] = {0, 100, 160}, ends_px[] = {100, 140, 200};
  for (std::size_t i = 0; i < 3; ++i) {
    CAPTURE(i);
    CHECK(overview.steps[i].label == labels[i]);
    CHECK(overview.steps[i].x0_px == doctest::Approx(begins_px[i]));
    CHECK(overview.steps[i].x1_px == doctest::Approx(ends_px[i]));
  }
}

TEST_CASE("where the recording was paused the strip says so, and not that the GPU idled") {
  TraceText trace;
  trace.kernel("k", "0", "100", "9").kernel("k", "900", "100", "9");
  for (const char* ts : {"200", "600"})
    trace.event(R"({"ph":"X","cat":"overhead","name":"Paused","pid":1,"tid":"Capture","ts":)" +
                std::string(ts) + R"(,"dur":200})");
  const Overview overview = build_overview(*trace.load(), 100);
  REQUIRE(overview.pauses.size() == 2);
  CHECK(overview.pauses[0].x0_px == doctest::Approx(20));
  CHECK(overview.pauses[0].x1_px == doctest::Approx(40));
  CHECK(overview.is_paused_at(30));
  CHECK_FALSE(overview.is_paused_at(50));
  CHECK(overview.is_paused_at(70));
  // Pauses within a pixel are one.
  CHECK(build_overview(*trace.load(), 4).pauses.size() == 1);
}

TEST_CASE("of a load that goes on the strip does not speak of busy, and leaves pauses out") {
  TraceText trace;
  trace.kernel("k", "0", "100", "9").kernel("k", "900", "100", "9");
  trace.slice("overhead", "Paused", "1", "\"Capture\"", "200", "600");
  Snapshot loading = *trace.load();
  loading.complete = false;
  loading.gpu_busy.clear();
  // 200 of the 400 µs that were recorded.
  CHECK(build_overview(loading, 100).facts == "GPU streams 50 % full so far");
}

TEST_CASE("of a program that was only sampled, the samples are shown, and no GPU") {
  TraceText trace;
  trace.cpu("python_sample", "train.py(9): main", "0", "50");
  trace.cpu("thread_state", "running", "0", "50").cpu("thread_state", "futex", "50", "50");
  const Overview overview = build_overview(*trace.load(), 100);
  CHECK_FALSE(overview.gpu);
  CHECK(overview.facts == "CPU activity");
  CHECK(overview.busy[20] > 0);
  CHECK(overview.busy[80] == 0);
}

TEST_CASE("without a GPU the threads' activity is shown") {
  TraceText trace;
  trace.cpu("cpu_op", "a", "0", "100")
      .cpu("cpu_op", "b", "0", "50")
      .cpu("cpu_op", "end", "400", "0");
  const Overview overview = build_overview(*trace.load(), 100);
  CHECK_FALSE(overview.gpu);
  CHECK(overview.facts == "CPU activity");
  CHECK(overview.busy[5] > overview.busy[20]);
  CHECK(overview.busy[20] > overview.busy[60]);
}

TEST_CASE("the window of the view never gets too narrow to be seen") {
  const auto snapshot = half_busy().load();
  const Overview overview = build_overview(*snapshot, 400);
  Viewport viewport = over(*snapshot);
  OverviewWindow window = overview_window(overview, viewport);
  CHECK(window.x0_px == doctest::Approx(0));
  CHECK(window.x1_px == doctest::Approx(400));
  viewport.show({4'000'000 - 20, 4'000'000});
  window = overview_window(overview, viewport);
  CHECK(window.x1_px - window.x0_px == doctest::Approx(4));
  CHECK(window.x1_px <= 400);
}

TEST_CASE("a press takes hold of edges, of the inside, or of the outside") {
  const OverviewWindow window{100, 200};
  CHECK(grip_at(window, 98) == OverviewGrip::Left);
  CHECK(grip_at(window, 203) == OverviewGrip::Right);
  CHECK(grip_at(window, 150) == OverviewGrip::Inside);
  CHECK(grip_at(window, 50) == OverviewGrip::Outside);
  CHECK(grip_at({100, 106}, 103) == OverviewGrip::Inside);
  CHECK(grip_at({100, 106}, 98) == OverviewGrip::Left);
}

TEST_CASE("drags move, resize and choose the view") {
  const auto snapshot = half_busy().load();
  const Overview overview = build_overview(*snapshot, 400);
  Viewport viewport = over(*snapshot);
  viewport.show({1'000'000, 2'000'000});
  const TimeView start = viewport.view();
  drag_overview(overview, OverviewGrip::Inside, 150, 200, start, viewport);
  CHECK(viewport.view().begin_ns == 1'500'000);
  CHECK(viewport.view().span_ns == doctest::Approx(1'000'000));
  drag_overview(overview, OverviewGrip::Left, 100, 150, start, viewport);
  CHECK(viewport.view().begin_ns == 1'500'000);
  CHECK(viewport.view().span_ns == doctest::Approx(500'000));
  drag_overview(overview, OverviewGrip::Right, 200, 300, start, viewport);
  CHECK(viewport.view().begin_ns == 1'000'000);
  CHECK(viewport.view().span_ns == doctest::Approx(2'000'000));
  drag_overview(overview, OverviewGrip::Right, 200, 50, start, viewport);
  CHECK(viewport.view().begin_ns == 500'000);
  drag_overview(overview, OverviewGrip::Outside, 20, 60, start, viewport);
  CHECK(viewport.view().begin_ns == 200'000);
  CHECK(viewport.view().span_ns == doctest::Approx(400'000));
  drag_overview(overview, OverviewGrip::Outside, 300, 301, start, viewport);
  CHECK(viewport.view().span_ns == doctest::Approx(1'000'000));
  CHECK(viewport.x_of(3'010'000) == doctest::Approx(500));
}

TEST_CASE("an empty trace has an overview") {
  const Overview overview = build_overview(*TraceText().load(), 0);
  CHECK(overview.busy.size() == 1);
  CHECK(overview.steps.empty());
}

}  // namespace lanescope
