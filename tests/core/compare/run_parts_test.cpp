#include "core/compare/run_parts.h"

#include <doctest/doctest.h>

#include "core/analysis/events/gpu_events.h"
#include "tests/core/analysis/hand_made_trace.h"

using namespace lanescope;

namespace {

std::string range(const std::string& name, const std::string& ts, const std::string& dur) {
  return slice("user_annotation", name, ts, dur);
}
std::string op(const std::string& name, const std::string& ts, const std::string& dur,
               const std::string& shapes = "") {
  return slice("cpu_op", name, ts, dur, shapes.empty() ? "" : R"("Input Dims": )" + shapes);
}
std::string launch(const std::string& ts, const std::string& id) {
  return slice("cuda_runtime", "cudaLaunchKernel", ts, "1", R"("correlation": )" + id);
}
std::string kernel(const std::string& name, const std::string& ts, const std::string& dur,
                   const std::string& id, const std::string& stream = "7") {
  return gpu_slice("kernel", name, ts, dur, R"("correlation": )" + id, stream);
}

struct Parts {
  HandMadeTrace trace;
  RunSamples samples;
  RunParts parts;

  Parts(const std::vector<std::string>& events, PartLevel level)
      : trace(events), samples(step_samples(*trace).value_or(whole_sample(*trace))) {
    const AnalysisResults results(*trace, whole_window(),
                                  [this](EventId event) { return trace.json(event); });
    parts = find_run_parts({results, samples, has_gpu_work(*trace)}, level);
    for (std::size_t i = 0; i < samples.samples.size(); ++i) {
      Ns sum_ns = 0;
      for (const RunPart& part : parts.parts) sum_ns += part.wall_ns[i];
      CHECK(sum_ns == parts.busy_ns[i]);
      for (const auto& idle : parts.idle_ns) sum_ns += idle[i];
      CHECK(sum_ns == parts.recorded_ns[i]);  // nothing is lost, nothing twice
      CHECK(sum_ns + parts.paused_ns[i] == samples.samples[i].range.length_ns());
    }
  }
  [[nodiscard]] const RunPart& part(const std::string& name) const {
    for (const RunPart& one : parts.parts) {
      if (one.name == name) return one;
    }
    FAIL("no part ", name);
    return parts.parts.front();
  }
  [[nodiscard]] Ns idle(IdleClass what, std::size_t sample = 0) const {
    return parts.idle_ns[static_cast<std::size_t>(what)][sample];
  }
};

}  // namespace

TEST_CASE("a pause of the recording is idle time of no class, on the GPU and on the host") {
  const std::string pause = slice("overhead", "Paused", "30", "40", "", "1", R"("Capture")");
  // The kernel still runs as the pause begins.
  const Parts gpu({op("aten::mm", "0", "20"), launch("1", "1"), kernel("gemm", "10", "30", "1"),
                   kernel("end", "90", "10", "2"), pause},
                  PartLevel::Kernel);
  CHECK(gpu.parts.paused_ns[0] == 30'000);
  CHECK(gpu.parts.recorded_ns[0] == 70'000);
  CHECK(gpu.parts.busy_ns[0] == 40'000);
  const Parts host({op("aten::mm", "0", "40"), op("aten::add", "80", "20"), pause}, PartLevel::Op);
  CHECK(host.parts.paused_ns[0] == 30'000);
  CHECK(host.parts.busy_ns[0] == 60'000);
  CHECK(host.idle(IdleClass::Untraced) == 10'000);
}

TEST_CASE("where GPU work overlaps the instant is computing's, and the rest is idle") {
  // Step 0–100. gemm runs 20–60; the collective runs 40–90 and has 60–90 to itself.
  const Parts parts({range("ProfilerStep#0", "0", "100"), op("aten::mm", "1", "8"),
                     launch("2", "1"), launch("5", "2"), kernel("gemm", "20", "40", "1"),
                     kernel("ncclDevKernel_AllReduce", "40", "50", "2", "8")},
                    PartLevel::Kernel);
  CHECK(parts.parts.of_gpu);
  CHECK(parts.part("gemm").wall_ns[0] == 40'000);
  CHECK(parts.part("ncclDevKernel_AllReduce").wall_ns[0] == 30'000);
  CHECK(parts.part("ncclDevKernel_AllReduce").sum_ns[0] == 50'000);
  CHECK(parts.part("gemm").counts[0] == 1);
  CHECK(parts.parts.busy_ns[0] == 70'000);
}

TEST_CASE("times of several GPUs are their mean, and one GPU hides nothing of another") {
  const auto on = [](const std::string& device, const std::string& name, const std::string& ts,
                     const std::string& dur, const std::string& id) {
    return gpu_slice("kernel", name, ts, dur, R"("correlation": )" + id, "7", device);
  };
  // Both run the copy 20–60; only the second runs gemm, 60–91.
  const Parts parts({range("ProfilerStep#0", "0", "100"), launch("2", "1"), launch("4", "2"),
                     launch("6", "3"), on("0", "copy", "20", "40", "1"),
                     on("1", "copy", "20", "40", "2"), on("1", "gemm", "60", "31", "3")},
                    PartLevel::Kernel);
  CHECK(parts.parts.gpus == 2);
  CHECK(parts.part("copy").wall_ns[0] == 40'000);
  CHECK(parts.part("copy").sum_ns[0] == 80'000);
  CHECK(parts.part("copy").counts[0] == 2);
  CHECK(parts.part("gemm").wall_ns[0] == 15'500);
  CHECK(parts.parts.busy_ns[0] == 55'500);
  CHECK(parts.parts.recorded_ns[0] == 100'000);
}

TEST_CASE("a GPU that runs nothing in the samples is not averaged") {
  const Parts parts({range("ProfilerStep#0", "0", "100"), launch("2", "1"),
                     gpu_slice("kernel", "k", "20", "40", R"("correlation": 1)", "7", "0"),
                     gpu_slice("kernel", "late", "300", "9", R"("correlation": 2)", "7", "1")},
                    PartLevel::Kernel);
  CHECK(parts.parts.gpus == 1);
  CHECK(parts.part("k").wall_ns[0] == 40'000);
}

TEST_CASE("an instant belongs to one of all that overlap, also where what was covered ends first") {
  // gemm runs 20–60 and covers add's 30–50 whole and the collective's 25–80 in part.
  const Parts parts(
      {range("ProfilerStep#0", "0", "100"), launch("2", "1"), launch("5", "2"), launch("8", "3"),
       kernel("gemm", "20", "40", "1"), kernel("ncclDevKernel_AllReduce", "25", "55", "2", "8"),
       kernel("add", "30", "20", "3", "9")},
      PartLevel::Kernel);
  CHECK(parts.part("gemm").wall_ns[0] == 40'000);
  CHECK(parts.part("add").wall_ns[0] == 0);
  CHECK(parts.part("add").sum_ns[0] == 20'000);
  CHECK(parts.part("ncclDevKernel_AllReduce").wall_ns[0] == 20'000);
  CHECK(parts.parts.busy_ns[0] == 60'000);
}

TEST_CASE(
    "work that runs in the next step takes that step's time and counts where it was launched") {
  const Parts parts({range("ProfilerStep#0", "0", "100"), range("ProfilerStep#1", "100", "100"),
                     launch("90", "1"), kernel("k", "95", "15", "1"), launch("110", "2"),
                     kernel("k", "120", "15", "2")},
                    PartLevel::Kernel);
  REQUIRE(parts.samples.samples.size() == 2);
  CHECK(parts.part("k").wall_ns == std::vector<Ns>{5'000, 25'000});
  CHECK(parts.part("k").counts == std::vector<std::uint64_t>{1, 1});
  CHECK(parts.part("k").sum_ns == std::vector<Ns>{15'000, 15'000});
}

TEST_CASE("the last step sums up the kernels it launched, even where they outlast its range") {
  const Parts parts(
      {range("ProfilerStep#0", "0", "100"), range("ProfilerStep#1", "100", "100"),
       launch("10", "1"), launch("110", "2"), launch("190", "3"), kernel("k", "50", "10", "1"),
       kernel("k", "150", "10", "2"), kernel("k", "195", "50", "3")},
      PartLevel::Kernel);
  REQUIRE(parts.samples.samples.size() == 2);
  CHECK(parts.parts.recorded_ns == std::vector<Ns>{100'000, 100'000});
  CHECK(parts.part("k").wall_ns == std::vector<Ns>{10'000, 15'000});
  CHECK(parts.part("k").sum_ns == std::vector<Ns>{10'000, 60'000});
}

TEST_CASE("steps timed on the GPU have the kernels that they launched") {
  // The host launches three steps in 30 µs, the GPU takes 100 for each.
  std::vector<std::string> events;
  for (int i = 0; i < 3; ++i) {
    const std::string id = std::to_string(i + 1);
    events.push_back(range("ProfilerStep#" + id, std::to_string(10 * i), "9"));
    events.push_back(launch(std::to_string(10 * i + 2), id));
    events.push_back(kernel("k", std::to_string(100 * i + 10), "90", id));
  }
  const Parts parts(events, PartLevel::Kernel);
  CHECK(parts.samples.timed_on_gpu());
  REQUIRE(parts.samples.samples.size() == 3);
  CHECK(parts.samples.samples[1].range == TimeRange{110'000, 210'000});
  CHECK(parts.samples.samples[1].launches == TimeRange{10'000, 20'000});
  CHECK(parts.part("k").wall_ns == std::vector<Ns>{90'000, 90'000, 90'000});
  CHECK(parts.part("k").counts == std::vector<std::uint64_t>{1, 1, 1});
  CHECK(parts.part("k").sum_ns == std::vector<Ns>{90'000, 90'000, 90'000});
  CHECK(parts.parts.recorded_ns == std::vector<Ns>{100'000, 100'000, 90'000});
}

TEST_CASE("operators are told apart by their shapes, work without one is a kernel") {
  const Parts parts({range("ProfilerStep#0", "0", "100"), op("aten::mm", "1", "3", "[[2, 3]]"),
                     launch("2", "1"), op("aten::mm", "5", "3", "[[4, 5]]"), launch("6", "2"),
                     launch("9", "3"), kernel("k", "20", "10", "1"), kernel("k", "30", "20", "2"),
                     kernel("lonely", "50", "5", "3")},
                    PartLevel::Op);
  REQUIRE(parts.parts.parts.size() == 3);
  CHECK(parts.parts.parts[0].kind == PartKind::Kernel);
  CHECK(parts.parts.parts[0].name == "lonely");
  CHECK(parts.parts.parts[1].shapes == "[[2, 3]]");
  CHECK(parts.parts.parts[1].wall_ns[0] == 10'000);
  CHECK(parts.parts.parts[2].shapes == "[[4, 5]]");
  CHECK(parts.parts.parts[2].wall_ns[0] == 20'000);
}

TEST_CASE("modules are paths, and what is in none has the empty one") {
  const Parts parts(
      {range("ProfilerStep#0", "0", "100"), slice("python_function", "nn.Module: Net_0", "1", "20"),
       slice("python_function", "nn.Module: Linear_0", "2", "10"), op("aten::mm", "3", "4"),
       launch("4", "1"), op("aten::add", "30", "4"), launch("31", "2"),
       kernel("a", "40", "10", "1"), kernel("b", "60", "5", "2")},
      PartLevel::Module);
  CHECK(parts.part("Net_0/Linear_0").wall_ns[0] == 10'000);
  CHECK(parts.part("").wall_ns[0] == 5'000);
}

TEST_CASE("without a GPU the time of the step's thread is the operators' own") {
  // mm 10–50 has t 20–30 inside; the loader runs 60–80; the other thread does not count.
  const Parts parts(
      {range("ProfilerStep#0", "0", "100"), op("aten::mm", "10", "40"), op("aten::t", "20", "10"),
       range("enumerate(DataLoader)#_SingleProcessDataLoaderIter.__next__", "60", "20"),
       slice("cpu_op", "aten::other", "0", "100", "", "1", "2")},
      PartLevel::Kernel);
  CHECK_FALSE(parts.parts.of_gpu);
  CHECK(parts.part("aten::mm").wall_ns[0] == 30'000);
  CHECK(parts.part("aten::t").wall_ns[0] == 10'000);
  CHECK(parts.part("aten::t").kind == PartKind::Op);
  CHECK(parts.idle(IdleClass::DataLoading) == 20'000);
  CHECK(parts.idle(IdleClass::AnnotationOnly) == 40'000);
}

TEST_CASE("events without length and orphans are counted and take no time") {
  const Parts parts({range("ProfilerStep#0", "0", "100"), launch("2", "1"),
                     kernel("empty", "20", "0", "1"), kernel("orphan", "30", "10", "99")},
                    PartLevel::Kernel);
  CHECK(parts.part("empty").counts[0] == 1);
  CHECK(parts.part("empty").wall_ns[0] == 0);
  CHECK(parts.part("orphan").counts[0] == 1);
  CHECK(parts.part("orphan").wall_ns[0] == 10'000);
}

TEST_CASE("a trace without anything to compare has no parts") {
  const Parts parts({R"({"ph": "i", "name": "x", "pid": 1, "tid": 1, "ts": 5, "s": "t"})"},
                    PartLevel::Op);
  CHECK(parts.samples.samples.empty());
  CHECK(parts.parts.parts.empty());
}
