// Devices other than CUDA's: their work is device work under its own names, linked to its launches.
#include <string>
#include <string_view>

#include <doctest/doctest.h>

#include "core/analysis/gpu_time/gpu_time.h"
#include "core/analysis/results.h"
#include "tests/core/fixtures/load_text.h"

using namespace lanescope;

namespace {

/// "KIND DEVICE/STREAM SLICES" of each track of a stream.
std::string streams_of(const Snapshot& trace) {
  std::string text;
  for (const Track& track : trace.tracks) {
    if (track.kind != TrackKind::GpuStream) continue;
    if (!text.empty()) text += ", ";
    text += std::to_string(track.device) + "/" + std::to_string(track.stream) + " " +
            std::to_string(track.slices);
  }
  return text;
}

CategoryKind kind_of(const Snapshot& trace, std::string_view category) {
  for (const Category& one : trace.categories) {
    if (trace.text(one.name) == category) return one.kind;
  }
  return CategoryKind::TraceSpan;
}

/// As torch_npu writes: process ids of 32 bits, of the program, of CANN and of the device.
constexpr const char* kAscend = R"([
{"ph": "M", "name": "process_name", "pid": 3170820000, "tid": 0, "args": {"name": "CANN"}},
{"ph": "M", "name": "process_name", "pid": 3170820512, "tid": 0,
 "args": {"name": "Ascend Hardware"}},
{"ph": "M", "name": "process_labels", "pid": 3170820512, "tid": 0, "args": {"labels": "NPU"}},
{"ph": "M", "name": "thread_name", "pid": 3170820512, "tid": 2, "args": {"name": "Stream 2"}},
{"ph": "X", "cat": "cpu_op", "name": "aten::mm", "pid": 4711, "tid": 4711,
 "ts": "1736408883688100.000", "dur": 90, "args": {}},
{"ph": "X", "name": "AscendCL@aclnnMatmul", "pid": 3170820000, "tid": 4711,
 "ts": "1736408883688110.000", "dur": 50, "args": {"connection_id": 9}},
{"ph": "X", "name": "Node@launch", "pid": 3170820000, "tid": 4711, "ts": "1736408883688120.000",
 "dur": 10, "args": {"level": "node", "connection_id": 9}},
{"ph": "X", "name": "aclnnMatmul_MatMulV3", "pid": 3170820512, "tid": 2,
 "ts": "1736408883688150.250", "dur": 40,
 "args": {"Model Id": 4294967295, "Task Type": "AI_CORE", "connection_id": 9}},
{"ph": "X", "name": "EVENT_WAIT", "pid": 3170820512, "tid": 2, "ts": "1736408883688190.250",
 "dur": 300, "args": {"Task Type": "EVENT_WAIT"}},
{"ph": "X", "name": "MEMCPY_ASYNC", "pid": 3170820512, "tid": 2, "ts": "1736408883688490.250",
 "dur": 10, "args": {"Task Type": "PCIE_DMA_SQE"}}
])";

/// One launch call and its kernel, of a back end that Kineto knows.
std::string launch_of(const std::string& call_category) {
  return R"({"ph": "X", "cat": ")" + call_category +
         R"(", "name": "launch", "pid": 1, "tid": 1, "ts": 5, "dur": 2,
 "args": {"correlation": 3}},
{"ph": "X", "cat": "kernel", "name": "gemm", "pid": 0, "tid": 2, "ts": 10, "dur": 20,
 "args": {"device": 0, "stream": 2, "correlation": 3}})";
}

}  // namespace

TEST_CASE("tasks of an Ascend device are work of its streams") {
  const auto trace = load_text(kAscend);
  CHECK(streams_of(*trace) == "0/2 3");
  CHECK(kind_of(*trace, "AI_CORE") == CategoryKind::Kernel);
  CHECK(kind_of(*trace, "PCIE_DMA_SQE") == CategoryKind::Memcpy);
  CHECK(trace->gpu_links.count == 2);
  CHECK(trace->kernel_links.count == 1);
}

TEST_CASE("a task of an Ascend device is linked to the call that launched it") {
  const auto trace = load_text(kAscend);
  CHECK(kind_of(*trace, "CANN") == CategoryKind::HostCall);
  REQUIRE(trace->launches->launch.size() == 1);
  const auto call = trace->find_slice(trace->launches->launch[0]);
  REQUIRE(call);
  CHECK(trace->text(call->chunk->name[call->slice]) == "Node@launch");
  CHECK(issue_count(*trace, "shared_correlation") == 0);
}

TEST_CASE("waits of an Ascend stream are no busy time") {
  const auto trace = load_text(kAscend);
  const AnalysisResults results(*trace, whole_window());
  const auto times = results.of<GpuTime>();
  REQUIRE(times->devices.size() == 1);
  CHECK(times->devices[0].busy_ns == 50'000);
}

TEST_CASE("kernels are linked to the calls of XPU, MTIA and other back ends") {
  for (const std::string call :
       {"xpu_runtime", "xpu_driver", "mtia_runtime", "privateuse1_runtime", "privateuse1_driver"}) {
    CAPTURE(call);
    const auto trace = load_text("[" + launch_of(call) + "]");
    CHECK(streams_of(*trace) == "0/2 1");
    CHECK(trace->kernel_links.with_launch == 1);
  }
}

TEST_CASE("what an MTIA device does is work of its streams") {
  const auto trace = load_text(R"([
{"ph": "X", "cat": "mtia_runtime", "name": "runFunction", "pid": 1, "tid": 1, "ts": 5, "dur": 2,
 "args": {"correlation": 3, "stream_id": "108"}},
{"ph": "X", "cat": "mtia_ccp_events", "name": "fc", "pid": 17, "tid": 108, "ts": 10, "dur": 20,
 "args": {"stream": 108, "correlation": 3}}])");
  CHECK(streams_of(*trace) == "17/108 1");
  CHECK(trace->device_links.count == 1);
  CHECK(trace->device_links.with_launch == 1);
}
