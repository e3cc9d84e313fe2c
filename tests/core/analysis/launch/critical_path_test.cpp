#include "core/analysis/launch/critical_path.h"

#include <doctest/doctest.h>
#include <fmt/format.h>

#include "core/analysis/events/interval_union.h"
#include "core/analysis/host/site.h"
#include "core/analysis/results.h"
#include "tests/core/analysis/hand_made_trace.h"

using namespace lanescope;

namespace {

CriticalPath path_of(const HandMadeTrace& trace, const AnalysisWindow& window = whole_window()) {
  const AnalysisResults in(*trace, window, [&](EventId event) { return trace.json(event); });
  CriticalPath path = analyse_critical_path(in);
  CHECK(path_class_times(in).classes_ns == path.classes_ns);
  Ns sum_ns = 0;
  for (const Ns class_ns : path.classes_ns) sum_ns += class_ns;
  CHECK(sum_ns == length_of(path.window));
  Ns at_ns = path.window.begin_ns;
  for (const PathSegment& segment : path.segments) {
    CHECK(segment.range.begin_ns == at_ns);
    at_ns = segment.range.end_ns;
  }
  CHECK(at_ns == path.window.end_ns);
  return path;
}

/// "cpu_op aten::mm 0-2, launch_latency cudaLaunchKernel 2-5" in microseconds.
std::string text_of(const HandMadeTrace& trace, const CriticalPath& path) {
  std::string text;
  for (const PathSegment& segment : path.segments) {
    const std::string_view name = trace->text(slice_name(*trace, segment.event));
    text += fmt::format("{}{}{}{} {}-{}", text.empty() ? "" : ", ", path_class_name(segment.what),
                        name.empty() ? "" : " ", name, segment.range.begin_ns / 1000,
                        segment.range.end_ns / 1000);
  }
  return text;
}

std::string call(const std::string& name, const std::string& ts, const std::string& dur,
                 const std::string& correlation, const std::string& thread = "1") {
  return slice("cuda_runtime", name, ts, dur, R"("correlation": )" + correlation, "1", thread);
}

std::string kernel(const std::string& name, const std::string& ts, const std::string& dur,
                   const std::string& correlation, const std::string& stream = "7",
                   const std::string& device = "0") {
  return gpu_slice("kernel", name, ts, dur, R"("correlation": )" + correlation, stream, device);
}

std::string sync_record(const std::string& name, const std::string& ts, const std::string& dur,
                        const std::string& args, const std::string& stream) {
  return gpu_slice("cuda_sync", name, ts, dur, args, stream);
}

}  // namespace

TEST_CASE("the path goes through the host where kernels wait for their launch") {
  const HandMadeTrace trace({
      slice("cpu_op", "aten::mm", "0", "10"),
      slice("cpu_op", "aten::add", "12", "10"),
      call("cudaLaunchKernel", "4", "2", "1"),
      call("cudaLaunchKernel", "15", "2", "2"),
      kernel("gemm", "8", "5", "1"),
      kernel("add", "20", "4", "2"),
  });
  const CriticalPath path = path_of(trace, range_window({0, 24'000}));
  CHECK(text_of(trace, path) ==
        "cpu_op aten::mm 0-4, runtime cudaLaunchKernel 4-6, cpu_op aten::mm 6-10, untraced 10-12, "
        "cpu_op aten::add 12-15, launch_latency cudaLaunchKernel 15-20, gpu_compute add 20-24");
}

TEST_CASE("work that was launched in time waits for the work before it, of equals the device's") {
  const HandMadeTrace trace({
      slice("cpu_op", "aten::mm", "0", "3"),
      call("cudaLaunchKernel", "1", "1", "1"),
      call("cudaLaunchKernel", "6", "1", "2"),
      call("cudaLaunchKernel", "8", "1", "3"),
      kernel("first", "2", "4", "1"),
      kernel("second", "6", "4", "2"),  // its launch and the end before it are at 6
      kernel("third", "11", "2", "3"),
  });
  CHECK(text_of(trace, path_of(trace, range_window({0, 13'000}))) ==
        "cpu_op aten::mm 0-1, launch_latency cudaLaunchKernel 1-2, gpu_compute first 2-6, "
        "gpu_compute second 6-10, kernel_gap third 10-11, gpu_compute third 11-13");
}

TEST_CASE("a call that waits for the GPU is crossed through the work it waits for") {
  const HandMadeTrace trace({
      slice("cpu_op", "aten::item", "0", "20"),
      call("cudaLaunchKernel", "1", "1", "1"),
      call("cudaStreamSynchronize", "3", "12", "9"),
      slice("cpu_op", "aten::add", "21", "4"),
      kernel("gemm", "4", "8", "1"),
      kernel("late", "13", "1", "0", "8"),
      sync_record("Stream Sync", "3", "9", R"("correlation": 9)", "7"),
  });
  CHECK(text_of(trace, path_of(trace, range_window({0, 25'000}))) ==
        "cpu_op aten::item 0-1, launch_latency cudaLaunchKernel 1-4, gpu_compute gemm 4-12, "
        "sync_return cudaStreamSynchronize 12-15, cpu_op aten::item 15-20, untraced 20-21, "
        "cpu_op aten::add 21-25");
}

TEST_CASE("without a record the last work that ended is waited for, and none that ended before") {
  const HandMadeTrace trace({
      call("cudaLaunchKernel", "1", "1", "1"),
      call("cudaDeviceSynchronize", "3", "12", "9"),
      kernel("gemm", "2", "8", "1"),
      kernel("late", "13", "1", "0", "8"),
      call("cudaDeviceSynchronize", "20", "2", "10"),
  });
  CHECK(text_of(trace, path_of(trace, range_window({13'000, 22'000}))) ==
        "gpu_compute late 13-14, sync_return cudaDeviceSynchronize 14-15, untraced 15-20, "
        "runtime cudaDeviceSynchronize 20-22");
}

TEST_CASE("a Python function of JAX that waits for results is crossed as a call is") {
  const HandMadeTrace trace({
      slice("python_function", "train.py(3): main", "0", "25"),
      call("cudaLaunchKernel", "1", "1", "1"),
      slice("python_function", "api.py(3105): block_until_ready", "3", "12"),
      slice("cpu_op", "aten::add", "20", "5"),
      kernel("gemm", "4", "8", "1"),
  });
  CHECK(text_of(trace, path_of(trace, range_window({0, 25'000}))) ==
        "python train.py(3): main 0-1, launch_latency cudaLaunchKernel 1-4, gpu_compute gemm 4-12, "
        "sync_return api.py(3105): block_until_ready 12-15, python train.py(3): main 15-20, "
        "cpu_op aten::add 20-25");
}

TEST_CASE("a copy that ends before its call does was waited for") {
  const HandMadeTrace trace({
      call("cudaMemcpyAsync", "1", "9", "1"),
      gpu_slice("gpu_memcpy", "Memcpy DtoH (Device -> Pageable)", "4", "4", R"("correlation": 1)"),
  });
  CHECK(text_of(trace, path_of(trace, range_window({1'000, 10'000}))) ==
        "launch_latency cudaMemcpyAsync 1-4, gpu_memory Memcpy DtoH (Device -> Pageable) 4-8, "
        "sync_return cudaMemcpyAsync 8-10");
}

TEST_CASE("a stream that waits for another is held up by that one's work") {
  const HandMadeTrace trace({
      call("cudaLaunchKernel", "0", "1", "1"),
      call("cudaEventRecord", "1", "1", "2"),
      call("cudaLaunchKernel", "2", "1", "3"),  // after the record: not waited for
      call("cudaStreamWaitEvent", "3", "1", "4"),
      call("cudaLaunchKernel", "4", "1", "5"),
      kernel("gemm", "1", "9", "1"),
      kernel("more", "10", "9", "3"),
      sync_record(
          "Stream Wait Event", "5", "5",
          R"("correlation": 4, "wait_on_stream": 7, "wait_on_cuda_event_record_corr_id": 2)", "8"),
      kernel("ncclDevKernel_AllReduce", "12", "10", "5", "8"),
  });
  CHECK(text_of(trace, path_of(trace)) ==
        "gpu_compute gemm 1-10, kernel_gap ncclDevKernel_AllReduce 10-12, "
        "gpu_comm ncclDevKernel_AllReduce 12-22");
}

TEST_CASE("a thread that has nothing to do was waiting for the one that was busy last") {
  const HandMadeTrace trace({
      slice("user_annotation", "ProfilerStep#1", "0", "40"),
      slice("cpu_op", "aten::linear", "0", "8"),
      slice("cpu_op", "AddmmBackward0", "10", "8", "", "1", "2"),
      slice("cpu_op", "aten::add_", "20", "10"),
  });
  CHECK(text_of(trace, path_of(trace, range_window({0, 30'000}))) ==
        "cpu_op aten::linear 0-8, untraced 8-10, cpu_op AddmmBackward0 10-18, untraced 18-20, "
        "cpu_op aten::add_ 20-30");
}

TEST_CASE("the frame that runs the backward pass waits for its threads, others work") {
  const HandMadeTrace trace({
      slice("python_function", "train.py(3): step", "0", "30"),
      slice("python_function", "<built-in method run_backward of torch._C>", "5", "20"),
      slice("cpu_op", "AddmmBackward0", "7", "16", "", "1", "2"),
      slice("cpu_op", "aten::add_", "28", "2"),
  });
  CHECK(text_of(trace, path_of(trace, range_window({0, 30'000}))) ==
        "untraced 0-7, cpu_op AddmmBackward0 7-23, untraced 23-25, python train.py(3): step 25-28, "
        "cpu_op aten::add_ 28-30");
}

TEST_CASE("orphans, kernels before their launch and those of no length end the walk all the same") {
  const HandMadeTrace trace({
      kernel("orphan", "2", "3", "99"),
      kernel("other device", "6", "2", "98", "7", "1"),
      kernel("empty", "8", "0", "97", "7", "1"),
      kernel("empty too", "8", "0", "96", "8", "1"),
      call("cudaLaunchKernel", "20", "2", "1"),
      kernel("early", "12", "2", "1", "9"),
  });
  CHECK(text_of(trace, path_of(trace)) ==
        "gpu_compute orphan 2-5, untraced 5-6, gpu_compute other device 6-8, untraced 8-12, "
        "gpu_compute early 12-14");
}

TEST_CASE("the path of a trace without a GPU is the host's, of an empty one there is none") {
  const HandMadeTrace trace({slice("cpu_op", "aten::mm", "3", "4")});
  CHECK(text_of(trace, path_of(trace)) == "cpu_op aten::mm 3-7");
  const HandMadeTrace empty({R"({"ph": "i", "name": "mark", "pid": 1, "tid": 1, "ts": 3})"});
  CHECK(path_of(empty).segments.empty());
}

TEST_CASE("without a GPU the path goes through the collectives of the host") {
  const std::vector<std::string> host = {
      slice("user_annotation", "## backward ##", "0", "40"),
      slice("cpu_op", "c10d::allreduce_", "2", "4"),
      slice("user_annotation", "gloo:all_reduce", "7", "30", "", "1", "2"),
      slice("cpu_op", "aten::add_", "40", "5"),
  };
  CHECK(text_of(HandMadeTrace(host), path_of(HandMadeTrace(host), range_window({0, 45'000}))) ==
        "untraced 0-2, cpu_op c10d::allreduce_ 2-6, untraced 6-7, host_comm gloo:all_reduce 7-37, "
        "untraced 37-40, cpu_op aten::add_ 40-45");
}

TEST_CASE("a long chain of waits and a deep stack take no time to speak of") {
  std::vector<std::string> events;
  for (int i = 0; i < 5'000; ++i) {
    const std::string id = std::to_string(i + 1);
    events.push_back(call("cudaLaunchKernel", std::to_string(i * 4), "1", id));
    events.push_back(kernel("k", std::to_string(i * 4 + 1), "2", id, std::to_string(i)));
    events.push_back(slice("cpu_op", "deep", std::to_string(i), std::to_string(40'000 - 2 * i)));
  }
  const HandMadeTrace trace(events);
  CHECK(path_of(trace).segments.size() > 1);
}

TEST_CASE("pairs of begin and end have a critical path as slices do") {
  const std::string at = R"("name": "work", "cat": "cpu_op", "pid": 1, "tid": 1, "ts": )";
  const HandMadeTrace trace({R"({"ph": "B", )" + at + "3}", R"({"ph": "E", )" + at + "10}",
                             R"({"ph": "i", "name": "far", "pid": 1, "tid": 1, "ts": 50})"});
  CHECK(text_of(trace, path_of(trace)) == "cpu_op work 3-10");
}
