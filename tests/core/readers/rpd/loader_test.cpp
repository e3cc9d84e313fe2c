#include <string>

#include <doctest/doctest.h>
#include <fmt/format.h>

#include "tests/core/base/encoded_text.h"
#include "tests/core/base/temp_folder.h"
#include "tests/core/readers/rocm/loaded_profile.h"
#include "tests/core/readers/rpd/rpd_file.h"

using namespace lanescope;

namespace {

RpdFile one_launch() {
  RpdFile made;
  made.call(1, 100, 200, 2).op(1, 500, 900, 4, 3).link(1, 1).grid(1, 10, 256);
  return made;
}

}  // namespace

TEST_CASE("an RPD file opens as a trace: threads, queues, and what launched what") {
  const LoadedProfile loaded = one_launch().load();
  CHECK(loaded.trace().info.format == "rpd");
  CHECK(loaded.trace().report.complete);
  CHECK(loaded.trace().report.issues.empty());
  CHECK(loaded.range("void gemm(float*)") == TimeRange{500, 900});
  CHECK(loaded.category("void gemm(float*)") == "kernel");
  CHECK(loaded.lane("void gemm(float*)") == "GPU 2 / queue 0");
  CHECK(loaded.launch("void gemm(float*)") == "hipLaunchKernel");
  CHECK(loaded.category("hipLaunchKernel") == "cuda_runtime");
  CHECK(loaded.trace().text(loaded.slice("hipLaunchKernel").track->process) == "70");
  CHECK(loaded.trace().text(loaded.slice("hipLaunchKernel").track->thread) == "71");
}

TEST_CASE("an RPD file is recognized by its tables, also if it is compressed") {
  const TempFolder folder;
  const std::string bytes = one_launch().bytes();
  for (const std::string& path :
       {folder.write("run.rpd", bytes), folder.write("run.rpd.gz", gzip_of(bytes))}) {
    const LoadedProfile loaded(load_trace(path));
    CHECK(loaded.trace().info.format == "rpd");
    CHECK(loaded.launch("void gemm(float*)") == "hipLaunchKernel");
    CHECK(loaded.args("hipLaunchKernel").find(R"("grid":[10,2,1])") != std::string::npos);
  }
}

TEST_CASE("the grid of an RPD kernel counts blocks, whatever its launch call counts") {
  constexpr std::string_view kRest =
      R"("block":[256,1,1],"shared memory":1024,"scratch memory":16,"correlation":4294967297})";
  CHECK(one_launch().load().args("void gemm(float*)") ==
        R"({"device":2,"stream":0,"sequence":0,"HIP stream":"0x0","grid":[10,2,1],)" +
            std::string(kRest));
  RpdFile made;
  made.call(1, 100, 200, 10).op(1, 500, 900, 4, 3).link(1, 1).grid(1, 1000, 256);
  CHECK(made.load().args("void gemm(float*)") ==
        R"({"device":2,"stream":0,"sequence":0,"HIP stream":"0x0","grid":[4,2,1],)" +
            std::string(kRest));
}

TEST_CASE("one RPD graph launch owns all its kernels, of another type") {
  RpdFile made;
  made.call(1, 100, 200, 5);
  for (int i = 1; i <= 3; ++i) made.op(i, 500 + 10 * i, 505 + 10 * i, 7, 6).link(1, i);
  const LoadedProfile loaded = made.load();
  CHECK(loaded.trace().kernel_links.count == 3);
  CHECK(loaded.trace().kernel_links.with_launch == 3);
  CHECK(loaded.launch("reduce", 2) == "hipGraphLaunch");
}

TEST_CASE("RPD copies have a direction and a size, fills and barriers are no kernels") {
  RpdFile made;
  made.call(1, 100, 200, 9).op(1, 1000, 2000, 1, 8).link(1, 1);
  made.add("INSERT INTO rocpd_copyapi SELECT id, '0x0', 4000, 1, '0x1', '0x2' FROM rocpd_api;");
  made.op(2, 3000, 3100, 1, 13).op(3, 3200, 3300, 1, 14);
  const LoadedProfile loaded = made.load();
  CHECK(loaded.category("Memcpy HtoD") == "gpu_memcpy");
  CHECK(loaded.args("Memcpy HtoD") ==
        R"json({"device":2,"stream":0,"sequence":0,"HIP stream":"0x0","bytes":4000,)json"
        R"json("memory bandwidth (GB/s)":4.00,"kind":1,"src":"0x2","dst":"0x1",)json"
        R"json("correlation":4294967297})json");
  CHECK(loaded.category("Memset") == "gpu_memset");
  CHECK(loaded.category("Barrier") == "cuda_sync");
  CHECK(loaded.trace().kernel_links.count == 0);
  CHECK(loaded.trace().gpu_links.count == 2);
  CHECK(loaded.issues("launch_not_recorded") == 1);  // the fill's
}

TEST_CASE("an RPD kernel whose name is not in the file is a kernel, and the missing text is told") {
  RpdFile made;
  made.call(1, 100, 200, 2).op(1, 300, 400, 99, 3).link(1, 1).op(2, 500, 600, 99, 3).link(1, 2);
  made.op(3, 700, 800, 1, 3);
  const LoadedProfile loaded = made.load();
  CHECK(loaded.category("kernel 99") == "kernel");
  CHECK(loaded.trace().kernel_links.count == 2);
  CHECK(loaded.issues("missing_text") == 1);
  CHECK(one_launch().load().issues("missing_text") == 0);
}

TEST_CASE("RPD ranges are annotations, and operators if torch's emit_nvtx wrote them") {
  RpdFile made = one_launch();
  made.call(2, 50, 950, 11, 12).call(3, 90, 300, 11, 15);
  const LoadedProfile loaded = made.load();
  CHECK(loaded.category("step 1") == "user_annotation");
  CHECK(loaded.range("step 1") == TimeRange{50, 950});
  CHECK(loaded.category("aten::mm") == "cpu_op");
  CHECK(loaded.trace().kernel_links.with_op == 1);
  CHECK(loaded.args("aten::mm") ==
        R"({"args":"aten::mm, seq = 4, op_id = 6, sizes = [[2, 3]]","Record function id":6,)"
        R"("Sequence number":4,"Input Dims":[[2,3]],"correlation":4294967299})");
}

TEST_CASE("RPD ranges that are numbered as steps are steps, backward operators have arrows") {
  RpdFile made;
  made.add(
      "INSERT INTO rocpd_string VALUES(20, 'step 2'), (21, 'MmBackward0, seq = 4, op_id = 8'),"
      " (22, 'autograd::engine::evaluate_function: MmBackward0, op_id = 7');");
  made.call(1, 100, 400, 11, 12).call(2, 400, 700, 11, 20);
  made.call(3, 150, 200, 11, 15).call(4, 250, 350, 11, 22).call(5, 260, 340, 11, 21);
  const LoadedProfile loaded = made.load();
  REQUIRE(loaded.trace().steps.size() == 2);
  CHECK(loaded.trace().text(loaded.trace().steps[1].name) == "step 2");
  const FlowTable& flows = *loaded.trace().flows;
  REQUIRE(flows.size() == 2);
  CHECK(loaded.trace().text(flows.kinds[flows.kind[0]].name) == "fwdbwd");
}

TEST_CASE("operators that rocmProfileData has named itself are read from its table") {
  RpdFile made = one_launch();
  made.call(2, 90, 300, 16, 17)
      .add(
          "INSERT INTO rocpd_string VALUES(16, 'PytorchAutograd'), (17, 'text'), (18, 'mm');"
          "CREATE TABLE ext_autogradapi(api_ptr_id INTEGER PRIMARY KEY, autogradName_id INTEGER,"
          " seq INTEGER, op_id INTEGER, sizes TEXT, input_op_ids TEXT);"
          "INSERT INTO ext_autogradapi VALUES(4294967298, 18, 4, 6, '[[2, 3]]', '');");
  const LoadedProfile loaded = made.load();
  CHECK(loaded.category("mm") == "cpu_op");
  CHECK(loaded.args("mm") ==
        R"({"args":"text","Record function id":6,"Sequence number":4,"Input Dims":[[2,3]],)"
        R"("correlation":4294967298})");
  CHECK(loaded.issues("unread_table") == 0);
}

TEST_CASE("what RPD sampled of a GPU is a curve, with its text as a number") {
  RpdFile made = one_launch();
  made.add(
      "INSERT INTO rocpd_monitor VALUES(1, 'gpu', 0, 'sclk', 100, 300, '800'),"
      " (2, 'gpu', 0, 'sclk', 300, 900, '1700'), (3, 'gpu', 0, 'sclk', 900, 950, 'n/a');");
  const LoadedProfile loaded = made.load();
  CHECK(loaded.curve("GPU 0", "sclk (MHz)") ==
        std::vector<LoadedProfile::Sample>{{100, 800}, {300, 1700}});
  CHECK(loaded.issues("unusable_counter") == 1);
}

TEST_CASE("operations of two RPD processes are on GPUs of their own") {
  RpdFile made = one_launch();
  made.call(2, 110, 210, 2, 1, 80).op(2, 600, 700, 7, 3).link(2, 2);
  const LoadedProfile loaded = made.load();
  CHECK(loaded.lane("void gemm(float*)") == "GPU 2 / queue 0");
  CHECK(loaded.lane("reduce") == "GPU 2 of process 80 / queue 0");
  CHECK(loaded.trace().text(loaded.slice("hipLaunchKernel", 1).track->process) == "80");
  CHECK(loaded.trace().kernel_links.with_launch == 2);
}

TEST_CASE(
    "the table of captured graphs of an RPD file is reported, the one of call stacks is not") {
  RpdFile made = one_launch();
  // Which calls are inside others shows on their lane.
  made.add(
      "CREATE TABLE ext_callstack(parent_id INTEGER, child_id INTEGER, depth INTEGER,"
      " cpu_time INTEGER, gpu_time INTEGER); INSERT INTO ext_callstack VALUES(1, 2, 1, 5, 6);"
      "CREATE TABLE ext_graph(id INTEGER PRIMARY KEY, name TEXT);"
      "INSERT INTO ext_graph VALUES(1, 'decode');");
  const LoadedProfile loaded = made.load();
  CHECK(loaded.issues("unread_table") == 1);
  CHECK(issue_of(loaded.trace(), "unread_table").example == "ext_graph");
}

TEST_CASE("RPD rows without usable times, and tables of unknown kinds, are reported") {
  RpdFile made = one_launch();
  made.call(2, 300, 250, 2)
      .add(
          "INSERT INTO rocpd_op VALUES(9, 0, 0, 0, '', NULL, 5, 4, 3);"
          "CREATE TABLE ext_new(id INTEGER PRIMARY KEY); INSERT INTO ext_new VALUES(1);"
          "CREATE TABLE ext_empty(id INTEGER PRIMARY KEY);");
  const LoadedProfile loaded = made.load();
  CHECK(loaded.issues("broken_record") == 1);
  CHECK(loaded.issues("negative_duration") == 1);  // as in other formats, shown with none
  CHECK(loaded.range("hipLaunchKernel", 1) == TimeRange{300, 300});
  CHECK(loaded.issues("unread_table") == 1);
  CHECK(issue_of(loaded.trace(), "unread_table").example == "ext_new");
  CHECK(loaded.trace().report.kept == 3);
}

TEST_CASE("RPD values of wrong types are reported") {
  RpdFile made = one_launch();
  made.add("INSERT INTO rocpd_api VALUES(4294967400, 'x', 71, 300, 400, 2, 1);");
  CHECK(made.load().issues("malformed_value") == 1);
}
