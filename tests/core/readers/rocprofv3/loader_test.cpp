#include "core/readers/rocprofv3/loader.h"

#include <string>
#include <string_view>

#include <doctest/doctest.h>
#include <fmt/format.h>

#include "tests/core/fixtures/rocprofv3_text.h"
#include "tests/core/readers/rocm/loaded_profile.h"

using namespace lanescope;

namespace {

std::string call(int begin, int end, int operation, int correlation) {
  return fmt::format(
      R"({{"size": 64, "kind": 1, "operation": {}, "correlation_id": {{"internal": {}, "external": 0}},)"
      R"("start_timestamp": {}, "end_timestamp": {}, "thread_id": 71}})",
      operation, correlation, begin, end);
}

std::string dispatch(int begin, int end, int kernel, int correlation) {
  return fmt::format(
      R"({{"size": 184, "kind": 11, "operation": 2, "thread_id": 71,)"
      R"("correlation_id": {{"internal": {}, "external": 0}},)"
      R"("start_timestamp": {}, "end_timestamp": {}, "dispatch_info": {{"size": 72,)"
      R"("agent_id": {{"handle": 200}}, "queue_id": {{"handle": 1}}, "kernel_id": {},)"
      R"("dispatch_id": 2, "private_segment_size": 0, "group_segment_size": 1024,)"
      R"("workgroup_size": {{"x": 256, "y": 1, "z": 1}},)"
      R"("grid_size": {{"x": 1000, "y": 2, "z": 1}}}}, "stream_id": {{"handle": 3}}}})",
      correlation, begin, end, kernel);
}

std::string marker(int begin, int end, int operation, int correlation) {
  return fmt::format(
      R"({{"size": 64, "kind": 4, "operation": {}, "correlation_id": {{"internal": {}, "external": 0}},)"
      R"("start_timestamp": {}, "end_timestamp": {}, "thread_id": 71}})",
      operation, correlation, begin, end);
}

std::string one_launch() {
  return fmt::format(R"("kernel_dispatch": [{}], "hip_api": [{}, {}])", dispatch(500, 900, 8, 5),
                     call(100, 200, 1, 5), call(220, 230, 0, 6));
}

LoadedProfile load(const std::string& text, std::size_t slow_reads = 0) {
  return LoadedProfile(load_rocprofv3(memory_byte_source(text, slow_reads), {}, {.threads = 1}));
}

}  // namespace

TEST_CASE("a rocprofv3 file is recognized by its first key") {
  CHECK(is_rocprofv3({R"({"rocprofiler-sdk-tool":[)"}));
  CHECK(is_rocprofv3({"\n { \"rocprofiler-sdk-tool\" : ["}));
  CHECK_FALSE(is_rocprofv3({R"({"traceEvents": "rocprofiler-sdk-tool"})"}));
  CHECK_FALSE(is_rocprofv3({R"(["rocprofiler-sdk-tool"])"}));
}

TEST_CASE("a rocprofv3 file opens as a trace: threads, streams, and what launched what") {
  const LoadedProfile loaded = load(rocprofv3_file_of(rocprofv3_process(one_launch())));
  const Snapshot& trace = loaded.trace();
  CHECK(trace.info.format == "rocprofv3-json");
  CHECK(trace.report.complete);
  CHECK(trace.report.issues.empty());
  CHECK(trace.slice_count == 3);
  CHECK(loaded.range("gemm(float*)") == TimeRange{500, 900});
  CHECK(loaded.category("gemm(float*)") == "kernel");
  CHECK(loaded.lane("gemm(float*)") == "GPU 0 / stream 3");
  CHECK(loaded.slice("gemm(float*)").track->stream == 3);
  CHECK(loaded.launch("gemm(float*)") == "hipLaunchKernel");
  CHECK(loaded.category("hipLaunchKernel") == "cuda_runtime");
  CHECK(trace.text(loaded.slice("hipMalloc").track->process_name) == "python3");
  CHECK(trace.text(loaded.slice("hipMalloc").track->thread) == "71");
  REQUIRE(trace.info.devices.size() == 2);
  CHECK(trace.info.devices[0].name == "MI300X");
  CHECK(trace.info.devices[0].sms == 304);
  CHECK(trace.info.devices[0].total_memory_bytes == 1000);
}

TEST_CASE("the grid of a rocprofv3 kernel counts blocks, not work-items") {
  const LoadedProfile loaded = load(rocprofv3_file_of(rocprofv3_process(one_launch())));
  CHECK(loaded.args("gemm(float*)") ==
        R"({"device":0,"stream":3,"queue":1,"grid":[4,2,1],"block":[256,1,1],)"
        R"("shared memory":1024,"scratch memory":0,"VGPR count":32,"accum VGPR count":4,)"
        R"("SGPR count":96,"dispatch":2,"correlation":5})");
  CHECK(loaded.args("hipLaunchKernel") == R"({"kind":"HIP_RUNTIME_API_EXT","correlation":5})");
}

TEST_CASE("a rocprofv3 kernel whose call is not in the file is reported") {
  const LoadedProfile loaded = load(rocprofv3_file_of(rocprofv3_process(
      fmt::format(R"("kernel_dispatch": [{}, {}], "hip_api": [{}])", dispatch(500, 600, 8, 5),
                  dispatch(700, 800, 9, 7), call(100, 200, 1, 5)))));
  CHECK(loaded.issues("launch_not_recorded") == 1);
  CHECK(loaded.launch("fill") == "");
  CHECK(loaded.trace().kernel_links.with_launch == 1);
}

TEST_CASE("calls of two rocprofv3 processes with the same number launch their own kernels") {
  const std::string second = fmt::format(R"("hip_api": [{}], "kernel_dispatch": [{}])",
                                         call(150, 160, 0, 5), dispatch(600, 700, 9, 5));
  const LoadedProfile loaded = load(
      rocprofv3_file_of(rocprofv3_process(one_launch()) + "," + rocprofv3_process(second, 80)));
  CHECK(loaded.launch("gemm(float*)") == "hipLaunchKernel");
  CHECK(loaded.launch("fill") == "hipMalloc");
  CHECK(loaded.lane("fill") == "GPU 0 of python3 / stream 3");
  CHECK(loaded.issues("shared_correlation") == 0);
}

TEST_CASE("rocprofv3 copies have a direction, a size and a bandwidth") {
  const LoadedProfile loaded = load(rocprofv3_file_of(rocprofv3_process(
      R"("memory_copy": [{"size": 80, "kind": 3, "operation": 1, "thread_id": 71,)"
      R"("correlation_id": {"internal": 5, "external": 0}, "start_timestamp": 1000,)"
      R"("end_timestamp": 2000, "dst_agent_id": {"handle": 200}, "src_agent_id": {"handle": 100},)"
      R"("bytes": 4000, "stream_id": {"handle": 3}}])")));
  CHECK(loaded.category("Memcpy HtoD") == "gpu_memcpy");
  CHECK(loaded.lane("Memcpy HtoD") == "GPU 0 / stream 3");
  CHECK(loaded.args("Memcpy HtoD") ==
        R"({"from":"CPU 0","to":"GPU 0","device":0,"stream":3,"bytes":4000,)"
        R"json("memory bandwidth (GB/s)":4.00,"correlation":5})json");
}

TEST_CASE("roctx ranges are annotations, marks are instants, and emit_nvtx's are operators") {
  const LoadedProfile loaded = load(rocprofv3_file_of(rocprofv3_process(
      fmt::format(R"("marker_api": [{}, {}, {}, {}], "hip_api": [{}])", marker(100, 400, 1, 31),
                  marker(150, 150, 0, 32), marker(90, 950, 2, 33), marker(200, 300, 1, 34),
                  call(210, 220, 1, 5)))));
  CHECK(loaded.range("step 1") == TimeRange{100, 400});
  CHECK(loaded.category("step 1") == "user_annotation");
  CHECK(loaded.range("epoch") == TimeRange{90, 950});
  CHECK(loaded.trace().instants->time_ns.size() == 1);
  CHECK(loaded.category("aten::mm") == "cpu_op");
  CHECK(loaded.args("aten::mm") ==
        R"({"kind":"MARKER_CORE_RANGE_API","Record function id":6,"Sequence number":4,)"
        R"("Input Dims":[[2,3]],"correlation":34})");
  CHECK(loaded.launch("hipLaunchKernel") == "aten::mm");
}

TEST_CASE("rocprofv3 allocations add up to a curve of what a GPU's memory holds") {
  const auto change = [](int time, int operation, int address, int bytes) {
    return fmt::format(
        R"({{"kind": 5, "operation": {}, "correlation_id": {{"internal": 0, "external": 0}},)"
        R"("start_timestamp": {}, "end_timestamp": {}, "agent_id": {{"handle": 200}},)"
        R"("address": {}, "allocation_size": {}, "thread_id": 71}})",
        operation, time - 1, time, address, bytes);
  };
  const LoadedProfile loaded = load(rocprofv3_file_of(rocprofv3_process(
      fmt::format(R"("memory_allocation": [{}, {}, {}, {}])", change(300, 2, 10, 0),
                  change(100, 1, 10, 4000), change(200, 1, 20, 500), change(400, 2, 99, 0)))));
  using Sample = LoadedProfile::Sample;
  CHECK(loaded.curve("GPU 0", "Memory allocated from HIP (bytes)") ==
        std::vector<Sample>{{100, 4000}, {200, 4500}, {300, 500}});
}

TEST_CASE("rocprofv3 counters are curves of their GPU") {
  const std::string text = rocprofv3_file_of(
      fmt::format(R"({{"metadata": {{"pid": 70}},{},"callback_records": {{"counter_collection": [)"
                  R"({{"thread_id": 71, "dispatch_data": {},)"
                  R"("records": [{{"counter_id": {{"handle": 9}}, "value": 12.5}}]}}]}},)"
                  R"("buffer_records": {{}}}})",
                  kRocprofv3Definitions, dispatch(500, 900, 8, 5)));
  CHECK(load(text).curve("GPU 0", "SQ_WAVES") == std::vector<LoadedProfile::Sample>{{500, 12.5}});
}

TEST_CASE("a rocprofv3 file that was cut off is shown up to there") {
  const std::string whole = rocprofv3_file_of(rocprofv3_process(one_launch()));
  const std::string cut = whole.substr(0, whole.find("\"hip_api\"") + 60);
  const LoadedProfile loaded = load(cut);
  CHECK_FALSE(loaded.trace().report.complete);
  CHECK(loaded.issues("cut_off_event") == 1);
  CHECK(loaded.range("gemm(float*)") == TimeRange{500, 900});
}

TEST_CASE("damaged rocprofv3 records cost themselves only, and lists of other kinds are counted") {
  const LoadedProfile loaded = load(rocprofv3_file_of(rocprofv3_process(fmt::format(
      R"("hip_api": [{}, {{"kind": 1, "operation": "x", "start_timestamp": "soon"}}, 7, {}],)"
      R"("pc_sample_host_trap": [{{"a": [1, 2]}}, {{"b": "]}}"}}], "kernel_dispatch": [{}])",
      call(100, 200, 1, 5), call(300, 200, 1, 6), dispatch(500, 900, 8, 5)))));
  CHECK(loaded.issues("broken_record") == 2);      // no time, no object
  CHECK(loaded.issues("negative_duration") == 1);  // an end before the begin
  CHECK(loaded.issues("unshown_record") == 2);
  CHECK(loaded.trace().report.listed == 4);
  CHECK(loaded.trace().report.kept == 3);
  CHECK(loaded.trace().report.complete);
  CHECK(loaded.launch("gemm(float*)") == "hipLaunchKernel");
}

TEST_CASE("a rocprofv3 file read in small pieces gives the same trace") {
  const std::string text = rocprofv3_file_of(rocprofv3_process(one_launch()));
  const std::string whole = snapshot_text(load(text).trace());
  for (const std::size_t piece : {1, 7, 64})
    CHECK(snapshot_text(load(text, piece).trace()) == whole);
}

TEST_CASE("GPUs of several hosts in a rocprofv3 file are not taken for one") {
  const auto on = [](std::string_view host) {
    std::string process = rocprofv3_process(one_launch());
    return process.insert(
        process.find("\"pid\""),
        fmt::format(R"("node": {{"hostname": "{}", "machine_id": "7"}}, )", host));
  };
  const LoadedProfile loaded = load(rocprofv3_file_of(on("nodeA") + "," + on("nodeB")));
  CHECK(loaded.lane("gemm(float*)", 0) == "GPU 0 / stream 3");
  CHECK(loaded.lane("gemm(float*)", 1) == "GPU 2 (nodeB) / stream 3");
  CHECK(loaded.slice("gemm(float*)", 1).track->device == 2);
  CHECK(loaded.trace().info.devices.size() == 4);
  CHECK(loaded.args("gemm(float*)", 1).starts_with(R"({"device":2,)"));
}

TEST_CASE("rocprofv3 records may come before what they refer to") {
  const std::string lists = one_launch();
  const std::string usual = rocprofv3_file_of(rocprofv3_process(lists));
  const std::string early = rocprofv3_file_of(fmt::format(
      R"({{"buffer_records" : {{{}}}, "callback_records": {{"counter_collection": []}},)"
      R"({}, "metadata": {{"pid": 70, "command": ["/usr/bin/python3", "train.py"]}}}},{})",
      lists, kRocprofv3Definitions, rocprofv3_process("", 80)));
  for (const std::size_t piece : {0, 1, 7}) {
    const LoadedProfile loaded = load(early, piece);
    CHECK(loaded.trace().report.issues.empty());
    CHECK(loaded.trace().report.complete);
    CHECK(loaded.lane("gemm(float*)") == "GPU 0 / stream 3");
    CHECK(loaded.launch("gemm(float*)") == "hipLaunchKernel");
    CHECK(loaded.args("gemm(float*)") == load(usual).args("gemm(float*)"));
    CHECK(loaded.args("hipLaunchKernel") == load(usual).args("hipLaunchKernel"));
  }
}

TEST_CASE("a rocprofv3 file cut off in records before what they refer to is shown up to there") {
  const std::string whole = rocprofv3_file_of(
      fmt::format(R"({{"buffer_records": {{{}}},{}}})", one_launch(), kRocprofv3Definitions));
  const LoadedProfile loaded = load(whole.substr(0, whole.find("\"hip_api\"") + 60));
  CHECK_FALSE(loaded.trace().report.complete);
  CHECK(loaded.issues("cut_off_event") == 1);
  CHECK(loaded.range("kernel 8") == TimeRange{500, 900});
}

TEST_CASE("a rocprofv3 record that ends before it begins is shown without a length") {
  const LoadedProfile loaded = load(rocprofv3_file_of(
      rocprofv3_process(fmt::format(R"("hip_api": [{}])", call(300, 250, 1, 5)))));
  CHECK(loaded.range("hipLaunchKernel") == TimeRange{300, 300});
  CHECK(loaded.issues("negative_duration") == 1);
  CHECK(loaded.issues("broken_record") == 0);
}
