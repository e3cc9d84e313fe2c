#include "core/analysis/gpu_time/bound.h"

#include <algorithm>

#include <doctest/doctest.h>

#include "core/analysis/events/interval_union.h"
#include "core/analysis/results.h"
#include "tests/core/analysis/gpu_time/roofline_trace.h"
#include "tests/core/analysis/hand_made_trace.h"

using namespace lanescope;

namespace {

BoundTable bound_of(const HandMadeTrace& trace, const AnalysisWindow& window = whole_window()) {
  BoundTable table =
      analyse_bound({*trace, window, [&](EventId event) { return trace.json(event); }});
  for (const BoundDevice& device : table.devices) {
    Ns sum_ns = 0;
    for (const Ns part_ns : device.verdict.parts_ns) sum_ns += part_ns;
    CHECK(sum_ns == length_of(device.window));
    for (const BoundStep& step : device.steps) {
      Ns step_ns = 0;
      for (const Ns part_ns : step.verdict.parts_ns) step_ns += part_ns;
      CHECK(step_ns == length_of(step.range));
    }
  }
  return table;
}

Ns part(const BoundVerdict& verdict, BoundPart of) {
  return verdict.parts_ns[static_cast<std::size_t>(of)];
}

std::string launch(const std::string& ts, const std::string& id) {
  return slice("cuda_runtime", "cudaLaunchKernel", ts, "1", R"("correlation": )" + id);
}

std::string kernel(const std::string& name, const std::string& ts, const std::string& dur,
                   const std::string& id) {
  return gpu_slice("kernel", name, ts, dur, R"("correlation": )" + id);
}

}  // namespace

TEST_CASE("each step is bound by what most of its time goes to") {
  const HandMadeTrace trace({
      slice("user_annotation", "ProfilerStep#1", "0", "100"),
      slice("user_annotation", "ProfilerStep#2", "100", "100"),
      slice("user_annotation", "enumerate(DataLoader)#_SingleProcessDataLoaderIter.__next__", "0",
            "60"),
      launch("60", "1"),
      kernel("gemm", "62", "30", "1"),
      launch("100", "2"),
      kernel("gemm", "102", "90", "2"),
  });
  const BoundTable found = bound_of(trace);
  REQUIRE(found.devices.size() == 1);
  const BoundDevice& device = found.devices[0];
  REQUIRE(device.steps.size() == 2);
  CHECK(device.steps[0].verdict.workload == WorkloadClass::Input);
  CHECK(part(device.steps[0].verdict, BoundPart::Input) == 60'000);
  CHECK(part(device.steps[0].verdict, BoundPart::Gpu) == 30'000);
  CHECK(device.steps[0].verdict.confidence == doctest::Approx(0.3));
  CHECK(device.steps[1].verdict.workload == WorkloadClass::Gpu);
  CHECK(device.verdict.workload == WorkloadClass::Gpu);
  CHECK(!device.modelled);
}

TEST_CASE("a host that does not keep up is overhead, with tiny kernels the launches are") {
  const auto verdict = [](const std::string& dur) {
    std::vector<std::string> events = {slice("cpu_op", "aten::add", "0", "1000")};
    for (int i = 0; i < 5; ++i) {
      const std::string id = std::to_string(i + 1);
      events.push_back(launch(std::to_string(i * 200), id));
      events.push_back(kernel("k", std::to_string(i * 200 + 5), dur, id));
    }
    const HandMadeTrace trace(events);
    return bound_of(trace).devices.at(0).verdict.workload;
  };
  CHECK(verdict("5") == WorkloadClass::Launch);
  CHECK(verdict("20") == WorkloadClass::Overhead);
  CHECK(verdict("190") == WorkloadClass::Gpu);
}

TEST_CASE("a GPU that computes most and runs dry before each launch has its pace from the host") {
  // Five times 110 of computing and 90 of waiting, but for the last wait: 550 and 360 of 910 µs.
  const auto trace_of = [](int ahead) {
    std::vector<std::string> events = {slice("cpu_op", "aten::mm", "0", "1000")};
    for (int i = 0; i < 5; ++i) {
      const std::string id = std::to_string(i + 1);
      events.push_back(launch(std::to_string(std::max(0, i * 200 - ahead)), id));
      events.push_back(kernel("gemm", std::to_string(i * 200 + 5), "110", id));
    }
    return HandMadeTrace(events);
  };
  const BoundVerdict late = bound_of(trace_of(0)).devices.at(0).verdict;
  CHECK(part(late, BoundPart::Gpu) == 550'000);
  CHECK(part(late, BoundPart::Host) == 360'000);
  CHECK(late.workload == WorkloadClass::Overhead);
  CHECK(late.host_sets_pace);
  CHECK(late.confidence == doctest::Approx(360.0 / 910));
  CHECK(!late.next);
  // Launched 195 µs ahead there is always work queued, and what the GPU waits for is not the host.
  const BoundVerdict queued = bound_of(trace_of(195)).devices.at(0).verdict;
  CHECK(queued.workload == WorkloadClass::Gpu);
  CHECK(!queued.host_sets_pace);
}

TEST_CASE("a host that sets the pace, but takes less time than copies do, is certain by nothing") {
  std::vector<std::string> events = {slice("cpu_op", "aten::mm", "0", "1400")};
  for (int i = 0; i < 5; ++i) {
    const std::string id = std::to_string(i + 1);
    events.push_back(launch(std::to_string(i * 280), id));
    events.push_back(kernel("gemm", std::to_string(i * 280 + 5), "110", id));
    events.push_back(
        gpu_slice("gpu_memcpy", "Memcpy DtoD", std::to_string(i * 280 + 115), "100", "", "8"));
  }
  const BoundVerdict verdict = bound_of(HandMadeTrace(events)).devices.at(0).verdict;
  REQUIRE(verdict.host_sets_pace);
  REQUIRE(part(verdict, BoundPart::Copy) > part(verdict, BoundPart::Host));
  CHECK(verdict.confidence == 0);
}

TEST_CASE("exposed communication and copies are parts of their own, devices do not mix") {
  const HandMadeTrace trace({
      gpu_slice("kernel", "ncclDevKernel_AllReduce", "0", "50"),
      gpu_slice("kernel", "gemm", "40", "20", "", "8"),
      gpu_slice("gpu_memcpy", "Memcpy DtoD", "55", "15", "", "9"),
      gpu_slice("gpu_memcpy", "Memcpy DtoD", "0", "15", "", "9", "1"),
      gpu_slice("kernel", "gemm", "10", "8", "", "7", "1"),
  });
  const BoundTable found = bound_of(trace);
  REQUIRE(found.devices.size() == 2);
  const BoundVerdict& first = found.devices[0].verdict;
  CHECK(part(first, BoundPart::Comm) == 40'000);
  CHECK(part(first, BoundPart::Gpu) == 20'000);
  CHECK(part(first, BoundPart::Copy) == 10'000);
  CHECK(first.workload == WorkloadClass::Comm);
  CHECK(found.devices[1].verdict.workload == WorkloadClass::Copy);
  CHECK(!found.devices[0].queue_p50);
}

TEST_CASE("a trace without GPU events is bound by nothing that is known") {
  CHECK(bound_of(HandMadeTrace({slice("cpu_op", "a", "0", "1")})).devices.empty());
}

TEST_CASE("a memory-bound program is no further ahead than memory is of computing") {
  // Launched ahead, 40 µs of products near the peak and then 60 of sums: all 100 are computing, and
  // 20 more of them are bound by memory than by arithmetic.
  TraceText trace;
  trace.top_level(kV100);
  for (int i = 0; i < 5; ++i) {
    const std::string id = std::to_string(i + 1), ts = std::to_string(4 * i);
    const bool product = i < 2;
    trace.cpu("cpu_op", product ? "aten::mm" : "aten::mul", ts, "3",
              product ? shapes("[[1024,1024],[1024,1024]]", "c10::Half")
                      : shapes("[[1048576],[1048576]]", "float"));
    trace.cpu("cuda_runtime", "cudaLaunchKernel", ts, "1", R"("correlation":)" + id);
    trace.kernel(product ? "h884gemm" : "elementwise", std::to_string(100 + 20 * i), "20", id);
  }
  const LoadedText loaded = load_with_source(trace);
  const BoundTable table = analyse_bound(
      {*loaded.snapshot, whole_window(), [&](EventId event) { return loaded.json(event); }});
  const BoundVerdict& verdict = table.devices.at(0).verdict;
  CHECK(verdict.workload == WorkloadClass::Memory);
  CHECK(verdict.confidence == doctest::Approx(0.2));
  CHECK(!verdict.next);
}
