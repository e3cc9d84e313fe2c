#include "core/readers/rocpd/loader.h"

#include <algorithm>
#include <cstdint>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <utility>

#include <doctest/doctest.h>

#include "core/analysis/host/recorder.h"
#include "core/export/written_metadata.h"
#include "core/store/own_members.h"
#include "core/view/overview/load_report_model.h"
#include "tests/core/base/temp_folder.h"
#include "tests/core/export/written_trace.h"
#include "tests/core/readers/rocpd/rocpd_file.h"

using namespace lanescope;

namespace {

constexpr std::string_view kSuffix = "_0000_1", kOther = "_0000_2";

/// A call with stack id 5 that launches a kernel on stream 3 of GPU 1.
constexpr std::string_view kLaunchOf3 =
    "INSERT INTO rocpd_event% VALUES(1, 1, 5, 0, 0, '{}', '{}'),"
    " (2, NULL, 5, 5, 900, '[{\"function\": \"main\"}]', '{}');"
    "INSERT INTO rocpd_region% VALUES(1, 1, 1, 100, 200, 3, 1);"
    "INSERT INTO rocpd_kernel_dispatch% VALUES(1, 1, 1, 3, 1, 2, 1, 2, 500, 900, 0, 1024,"
    " 256, 1, 1, 1000, 2, 1, NULL, 2);";

RocpdFile one_launch() {
  RocpdFile made;
  made.set(std::string(kSuffix), 70).add(kLaunchOf3);
  return made;
}

}  // namespace

TEST_CASE("a rocpd file opens as a trace: threads, streams, and what launched what") {
  const LoadedProfile loaded = one_launch().load();
  const Snapshot& trace = loaded.trace();
  CHECK(trace.info.format == "rocpd");
  CHECK(trace.report.complete);
  CHECK(trace.report.issues.empty());
  CHECK(loaded.range("gemm(float*)") == TimeRange{500, 900});
  CHECK(loaded.category("gemm(float*)") == "kernel");
  CHECK(loaded.lane("gemm(float*)") == "GPU 1 / stream 3");
  CHECK(loaded.launch("gemm(float*)") == "hipLaunchKernel");
  CHECK(loaded.category("hipLaunchKernel") == "cuda_runtime");
  CHECK(loaded.lane("hipLaunchKernel") == "app / main");
  CHECK(trace.text(loaded.slice("hipLaunchKernel").track->process) == "70");
  CHECK(trace.text(loaded.slice("hipLaunchKernel").track->thread) == "71");
  REQUIRE(trace.info.devices.size() == 2);
  CHECK(trace.info.devices[1].name == "MI300X");
}

TEST_CASE("a rocpd file is recognized by its tables") {
  const TempFolder folder;
  const LoadedProfile loaded(load_trace(folder.write("70_results.db", one_launch().bytes())));
  CHECK(loaded.trace().info.format == "rocpd");
  CHECK(loaded.launch("gemm(float*)") == "hipLaunchKernel");
}

TEST_CASE("a rocpd kernel's details: the grid in blocks, and the event's call stack") {
  RocpdFile made = one_launch();
  made.add(
      "INSERT INTO rocpd_arg% VALUES(1, 1, 0, 'int', 'flags', '7'), (2, 1, 1, 'p', 'x', '0x1'),"
      " (3, 2, 0, 'int', 'other', '8');");
  const LoadedProfile loaded = made.load();
  CHECK(loaded.args("gemm(float*)") ==
        R"({"device":1,"stream":3,"queue":7,"grid":[4,2,1],"block":[256,1,1],)"
        R"("shared memory":1024,"scratch memory":0,"VGPR count":32,"accum VGPR count":4,)"
        R"("SGPR count":96,"dispatch":2,"correlation":5,"external correlation":900,)"
        R"("call stack":[{"function":"main"}]})");
  CHECK(loaded.args("hipLaunchKernel") == R"({"flags":"7","x":"0x1","correlation":5})");
}

TEST_CASE("rocpd dispatches without event, thread, region or symbol are kept") {
  RocpdFile made = one_launch();
  made.add(
      "INSERT INTO rocpd_kernel_dispatch% VALUES(2, 1, NULL, 2, 2, 3, 1, NULL, 1000, 1100,"
      " 0, 0, 1, 1, 1, 1, 1, 1, NULL, NULL), (3, NULL, NULL, 9, 9, 4, NULL, NULL, 1200,"
      " 1300, 0, 0, 1, 1, 1, 1, 1, 1, NULL, 77);");
  const LoadedProfile loaded = made.load();
  CHECK(loaded.trace().kernel_links.count == 3);
  CHECK(loaded.lane("fill(float*)") == "GPU 0 / queue 7");
  CHECK(loaded.range("kernel 9") == TimeRange{1200, 1300});
  CHECK(loaded.issues("launch_not_recorded") == 2);
}

TEST_CASE("a rocpd row that ends before it begins is shown without a length") {
  RocpdFile made = one_launch();
  made.add("UPDATE rocpd_kernel_dispatch% SET end = start - 50;");
  const LoadedProfile loaded = made.load();
  CHECK(loaded.range("gemm(float*)").empty());
  CHECK(loaded.issues("negative_duration") == 1);
  CHECK(loaded.issues("broken_record") == 0);
}

TEST_CASE("rocpd work of a GPU that the file does not have is reported") {
  RocpdFile made = one_launch();
  made.add(
      "UPDATE rocpd_kernel_dispatch% SET agent_id = 999;"
      "INSERT INTO rocpd_kernel_dispatch% SELECT 9, pid, tid, NULL, kernel_id, 9, queue_id,"
      " stream_id, start, end, 0, 0, 1, 1, 1, 1, 1, 1, NULL, NULL FROM rocpd_kernel_dispatch%;"
      "INSERT INTO rocpd_memory_copy% VALUES(1, 1, 1, 10, 20, 5, 1, 888, 4, 1, 2, NULL),"
      " (2, 1, 1, 30, 40, 5, 1, 1, 4, 1, 2, NULL);");
  const LoadedProfile loaded = made.load();
  CHECK(loaded.issues("missing_text") == 3);  // the copy within the host's memory is none
  CHECK(issue_of(loaded.trace(), "missing_text").example ==
        "no agent 999, so no GPU: rocpd_kernel_dispatch_0000_1");
}

TEST_CASE("a rocpd file of a newer schema says so") {
  RocpdFile made = one_launch();
  made.add("UPDATE rocpd_metadata% SET value = '9' WHERE tag = 'schema_version';");
  CHECK(issue_of(made.load().trace(), "newer_version").example ==
        "rocpd schema 9; the latest known is 4");
}

TEST_CASE("GPUs of several hosts in a rocpd file are not taken for one") {
  const std::string node =
      "CREATE TABLE rocpd_info_node%(id INTEGER PRIMARY KEY, machine_id TEXT, hostname TEXT);"
      "INSERT INTO rocpd_info_node% VALUES(1, 'm', 'NAME');";
  const auto on = [&](std::string_view name) {
    std::string own = node;
    return own.replace(own.find("NAME"), 4, name) + std::string(kLaunchOf3);
  };
  RocpdFile made;
  made.set("_0000_1", 70).add(on("nodeA"));
  made.set("_0000_2", 70).add(on("nodeB"));
  made.set("_0000_3", 71).add(on("nodeA"));
  const LoadedProfile loaded = made.load();
  CHECK(loaded.lane("gemm(float*)", 0) == "GPU 1 / stream 3");
  CHECK(loaded.lane("gemm(float*)", 1) == "GPU 1 of app / stream 3");
  CHECK(loaded.lane("gemm(float*)", 2) == "GPU 3 (nodeB) / stream 3");
  CHECK(loaded.slice("gemm(float*)", 1).track->device == 1);
  CHECK(loaded.slice("gemm(float*)", 2).track->device == 3);
  CHECK(loaded.trace().info.devices.size() == 4);
  CHECK(loaded.args("gemm(float*)", 2).starts_with(R"({"device":3,)"));
}

TEST_CASE("sets of a merged rocpd file have their own ids, even where these are the same") {
  RocpdFile made = one_launch();
  made.set(std::string(kOther), 80).add(kLaunchOf3);
  made.add(
      "UPDATE rocpd_string% SET string = 'hipGraphLaunch' WHERE id = 3;"
      "UPDATE rocpd_info_kernel_symbol% SET display_name = 'reduce' WHERE id = 1;");
  const LoadedProfile loaded = made.load();
  CHECK(loaded.launch("gemm(float*)") == "hipLaunchKernel");
  CHECK(loaded.launch("reduce") == "hipGraphLaunch");
  CHECK(loaded.lane("reduce") == "GPU 1 of app / stream 3");
  CHECK(loaded.trace().text(loaded.slice("hipGraphLaunch").track->process) == "80");
  CHECK(loaded.args("hipGraphLaunch") == R"({"correlation":5})");
  CHECK(loaded.issues("shared_correlation") == 0);
}

TEST_CASE("rocpd markers are annotations, copies have a direction, allocations are a curve") {
  RocpdFile made = one_launch();
  made.add(
      "INSERT INTO rocpd_event% VALUES(3, 2, 6, 0, 0, '{}', '{}');"
      "INSERT INTO rocpd_region% VALUES(2, 1, 1, 50, 950, 4, 3);"
      "INSERT INTO rocpd_memory_copy% VALUES(1, 1, 1, 1000, 2000, 5, 1, 2, 4000, NULL, 1, 1);"
      "INSERT INTO rocpd_memory_allocate% VALUES"
      "(1, 1, 1, 3, 'ALLOC', 'REAL', 10, 20, 4096, 500, NULL),"
      "(2, 1, 1, 3, 'ALLOC', 'REAL', 30, 40, 8192, 100, NULL),"
      "(3, 1, 1, NULL, 'FREE', 'REAL', 50, 60, 4096, 0, NULL);");
  const LoadedProfile loaded = made.load();
  CHECK(loaded.category("step 1") == "user_annotation");
  CHECK(loaded.category("Memcpy DtoH") == "gpu_memcpy");
  CHECK(loaded.lane("Memcpy DtoH") == "GPU 0 / stream 0");
  CHECK(loaded.launch("Memcpy DtoH") == "hipLaunchKernel");
  CHECK(loaded.args("Memcpy DtoH") ==
        R"json({"from":"GPU 0","to":"CPU 0","device":0,"stream":0,"bytes":4000,)json"
        R"json("memory bandwidth (GB/s)":4.00,"correlation":5})json");
  CHECK(loaded.curve("GPU 1", "Memory allocated from HIP (bytes)") ==
        std::vector<LoadedProfile::Sample>{{20, 500}, {40, 600}, {60, 100}});
}

TEST_CASE("rocpd counters are curves, at the time of the dispatch or sample that they belong to") {
  RocpdFile made = one_launch();
  made.add(
      "INSERT INTO rocpd_event% VALUES(4, NULL, NULL, NULL, NULL, '{}', '{}'),"
      " (5, NULL, NULL, NULL, NULL, '{}', '{}');"
      "INSERT INTO rocpd_track% VALUES(1, 1, 1, 6);"
      "INSERT INTO rocpd_sample% VALUES(1, 1, 300, 4), (2, 1, 400, 5);"
      "INSERT INTO rocpd_pmc_event% VALUES(1, 2, 1, 12.5), (2, 4, 2, 0.5), (3, 99, 1, 1.0);");
  const LoadedProfile loaded = made.load();
  using Samples = std::vector<LoadedProfile::Sample>;
  CHECK(loaded.curve("GPU 1", "FETCH_SIZE (kilobytes)") == Samples{{500, 12.5}});
  CHECK(loaded.curve("app", "load") == Samples{{300, 0.5}});
  CHECK(loaded.issues("unusable_counter") == 1);  // of no event
  CHECK(loaded.trace().instants->time_ns.size() == 1);
  CHECK(loaded.trace().text(loaded.trace().instants->name[0]) == "cpu clock");
}

TEST_CASE("rocpd counters of a kernel are in its details, summed over the parts of the GPU") {
  RocpdFile made = one_launch();
  made.add(
      "INSERT INTO rocpd_info_pmc% VALUES(3, 3, 'SQ_WAVES', '');"
      "INSERT INTO rocpd_pmc_event% VALUES(1, 1, 1, 7.0), (2, 2, 1, 12.5), (3, 2, 3, 64.0),"
      " (4, 2, 1, 0.25), (5, 2, 99, 1.0), (6, 3, 1, 3.0);");
  const std::string args = made.load().args("gemm(float*)");
  CAPTURE(args);
  CHECK(args.find("\"dispatch\":2,\"FETCH_SIZE (kilobytes)\":12.75,\"SQ_WAVES\":64,") !=
        std::string::npos);
}

TEST_CASE("the call stack of a rocpd file of schema 4 is in the details, innermost frame first") {
  RocpdFile made;
  made.set(std::string(kSuffix), 70, 4)
      .add(
          "CREATE TABLE rocpd_call_stack%(id INTEGER PRIMARY KEY, event_id INTEGER,"
          " pc_id INTEGER, depth INTEGER);"
          "CREATE TABLE rocpd_info_pc%(id INTEGER PRIMARY KEY, function TEXT, file TEXT,"
          " line INTEGER);"
          "INSERT INTO rocpd_info_category% VALUES(1, 'rocm_hip_api');"
          "INSERT INTO rocpd_track% VALUES(1, 1, 1, NULL, NULL, NULL, NULL);"
          "INSERT INTO rocpd_timestamp% VALUES(1, 100, 1, 1), (2, 200, 2, 1);"
          "INSERT INTO rocpd_event% VALUES(1, 1, 5, 0, 0), (2, 1, 6, 0, 0);"
          "INSERT INTO rocpd_region% VALUES(1, 1, 3, 1, 2, 1);"
          "INSERT INTO rocpd_info_pc% VALUES(4, 'main', 'app.cpp', 12), (9, 'launch', NULL, NULL);"
          "INSERT INTO rocpd_call_stack% VALUES(1, 1, 4, 1), (2, 1, 9, 0), (3, 2, 4, 0);");
  CHECK(made.load().args("hipLaunchKernel") ==
        R"({"correlation":5,"call stack":[{"function":"launch"},)"
        R"({"function":"main","file":"app.cpp","line":12}]})");
}

TEST_CASE("rocpd files of schema 4 keep times and places in tables of their own") {
  RocpdFile made;
  made.set(std::string(kSuffix), 70, 4)
      .add(
          "INSERT INTO rocpd_info_category% VALUES(1, 'rocm_hip_api'), (2, 'rocm_marker_api');"
          "INSERT INTO rocpd_track% VALUES(1, 1, 1, NULL, NULL, NULL, NULL),"
          " (2, 1, NULL, 3, 1, 2, NULL);"
          "INSERT INTO rocpd_timestamp% VALUES(1, 100, 1, 1), (2, 200, 2, 1), (3, 50, 1, 1),"
          " (4, 950, 2, 1), (5, 500, 1, 2), (6, 900, 2, 2);"
          "INSERT INTO rocpd_event% VALUES(1, 1, 5, 0, 0), (2, 2, 6, 0, 0), (3, NULL, 5, 5, 0);"
          "INSERT INTO rocpd_region% VALUES(1, 1, 3, 1, 2, 1), (2, 1, 4, 3, 4, 2),"
          " (3, 1, 3, 1, 99, 1);"
          "INSERT INTO rocpd_kernel_dispatch% VALUES(1, 2, 1, 2, 5, 6, 0, 1024, 256, 1, 1, 1000,"
          " 2, 1, 3);"
          "INSERT INTO rocpd_memory_copy% VALUES(1, 2, 5, 6, 5, 1, 3, 800, NULL);");
  const LoadedProfile loaded = made.load();
  CHECK(loaded.range("gemm(float*)") == TimeRange{500, 900});
  CHECK(loaded.lane("gemm(float*)") == "GPU 1 / stream 3");
  CHECK(loaded.launch("gemm(float*)") == "hipLaunchKernel");
  CHECK(loaded.range("hipLaunchKernel") == TimeRange{100, 200});
  CHECK(loaded.lane("hipLaunchKernel") == "app / main");
  CHECK(loaded.category("step 1") == "user_annotation");
  CHECK(loaded.args("gemm(float*)").find(R"("device":1,"stream":3,"queue":7,"grid":[4,2,1])") !=
        std::string::npos);
  CHECK(loaded.args("Memcpy DtoH").find(R"json("memory bandwidth (GB/s)":2.00)json") !=
        std::string::npos);
  CHECK(loaded.issues("broken_record") == 1);  // an end that is not in the table
}

TEST_CASE("rows of copied rocpd tables refer to each other by id, not by their order") {
  RocpdFile made = one_launch();
  made.add(
      "INSERT INTO rocpd_kernel_dispatch% VALUES(2, 1, 1, 3, 2, 3, 1, 2, 1000, 1100, 0, 0, 1, 1, 1,"
      " 1, 1, 1, NULL, 2);"
      "INSERT INTO rocpd_arg% VALUES(1, 1, 0, 'int', 'flags', '7'), (2, 1, 1, 'p', 'x', '0x1');");
  for (const std::string table : {"string", "info_kernel_symbol", "info_agent", "event", "region",
                                  "kernel_dispatch", "arg"}) {
    made.add("CREATE TABLE copy AS SELECT * FROM rocpd_" + table + "% ORDER BY id DESC;" +
             "DROP TABLE rocpd_" + table + "%; ALTER TABLE copy RENAME TO rocpd_" + table + "%;");
  }
  const LoadedProfile loaded = made.load();
  CHECK(loaded.range("gemm(float*)") == TimeRange{500, 900});
  CHECK(loaded.range("fill(float*)") == TimeRange{1000, 1100});
  CHECK(loaded.lane("gemm(float*)") == "GPU 1 / stream 3");
  CHECK(loaded.launch("gemm(float*)") == "hipLaunchKernel");
  CHECK(loaded.args("hipLaunchKernel") == R"({"flags":"7","x":"0x1","correlation":5})");
  CHECK(loaded.trace().report.issues.empty());
}

namespace {

/// The rows of two processes in plain tables with a guid, as copies of the views of a merged file.
/// `keep`: the tables of each process stay.
RocpdFile plain_tables(bool keep) {
  RocpdFile made = one_launch();
  made.set(std::string(kOther), 80).add(kLaunchOf3);
  made.add(
      "UPDATE rocpd_string% SET string = 'hipGraphLaunch' WHERE id = 3;"
      "UPDATE rocpd_info_kernel_symbol% SET display_name = 'reduce' WHERE id = 1;");
  for (const std::string table :
       {"metadata", "string", "info_process", "info_thread", "info_agent", "info_queue",
        "info_stream", "info_pmc", "info_kernel_symbol", "arg", "pmc_event", "track", "event",
        "region", "sample", "kernel_dispatch", "memory_copy", "memory_allocate"}) {
    const std::string first = "rocpd_" + table + std::string(kSuffix),
                      second = "rocpd_" + table + std::string(kOther);
    made.add("CREATE TABLE rocpd_" + table + " AS SELECT '0000-2' AS guid, * FROM " + second +
             " UNION ALL SELECT '0000-1' AS guid, * FROM " + first + ";");
    if (!keep) made.add("DROP TABLE " + first + "; DROP TABLE " + second + ";");
  }
  return made;
}

}  // namespace

TEST_CASE("rocpd processes that share plain tables are told apart by guid") {
  const LoadedProfile loaded = plain_tables(false).load();
  CHECK(loaded.trace().kernel_links.count == 2);
  CHECK(loaded.launch("gemm(float*)") == "hipLaunchKernel");
  CHECK(loaded.launch("reduce") == "hipGraphLaunch");
  CHECK(loaded.lane("reduce") == "GPU 1 of app / stream 3");
  CHECK(loaded.trace().text(loaded.slice("hipLaunchKernel").track->process) == "70");
  CHECK(loaded.trace().text(loaded.slice("hipGraphLaunch").track->process) == "80");
  CHECK(loaded.issues("shared_correlation") == 0);
}

TEST_CASE("plain rocpd tables beside those of each process are not counted twice") {
  const LoadedProfile loaded = plain_tables(true).load();
  CHECK(loaded.trace().kernel_links.count == 2);
  CHECK(loaded.launch("reduce") == "hipGraphLaunch");
}

TEST_CASE("a rocpd row without times is named by its number and its table") {
  RocpdFile made = one_launch();
  made.add("INSERT INTO rocpd_region% VALUES(7, 1, 1, NULL, NULL, 3, 1);");
  const LoadedProfile loaded = made.load();
  const LoadReportModel model = build_load_report(loaded.trace());
  REQUIRE(model.rows.size() == 1);
  CHECK(model.rows[0].first == "row 7");
  CHECK(model.rows[0].example == "rocpd_region_0000_1");
}

TEST_CASE("the GPUs of a rocpd file's further processes stay the same in JSON") {
  RocpdFile made = one_launch();
  made.set(std::string(kOther), 80).add(kLaunchOf3);
  made.add(
      "INSERT INTO rocpd_memory_copy% VALUES(1, 1, 1, 1000, 2000, 5, 1, 2, 4000, NULL, 1, 1);");
  const Written written(made.bytes(), "two.db");
  const auto lanes = [](const LoadedTrace& trace) {
    std::set<std::pair<std::int64_t, std::int64_t>> all;
    for (const Track& track : trace.snapshot->tracks) {
      if (track.kind == TrackKind::GpuStream) all.emplace(track.device, track.stream);
    }
    return all;
  };
  CHECK(lanes(written.before) == std::set<std::pair<std::int64_t, std::int64_t>>{{0, 0}, {1, 3}});
  CHECK(lanes(written.after) == lanes(written.before));
}

TEST_CASE("the GPUs of a rocpd file have the order of torch.profiler's, also in JSON") {
  RocpdFile made = one_launch();
  made.add(
      "INSERT INTO rocpd_memory_copy% VALUES(1, 1, 1, 1000, 2000, 5, 1, 2, 4000, NULL, 1, 1);");
  const Written written(made.bytes(), "two_gpus.db");
  for (const LoadedTrace* trace : {&written.before, &written.after}) {
    for (const Track& track : trace->snapshot->tracks) {
      CAPTURE(trace->snapshot->text(track.process));
      const bool is_gpu = track.kind == TrackKind::GpuStream;
      CHECK(track.process_sort == (is_gpu ? 5'000'000 + track.device : Track::kNoSort));
    }
  }
}

TEST_CASE("a rocpd file that is still being written is not said to have been read completely") {
  const TempFolder folder;
  TraceInfo info;
  info.file = folder.write("open.db", one_launch().bytes());
  folder.write("open.db-journal", "\xd9\xd5\x05\xf9\x20\xa1\x63\xd7 pages to restore");
  const LoadedProfile loaded(
      load_rocpd(memory_byte_source(one_launch().bytes()), info, {.threads = 1}));
  CHECK(loaded.issues("unfinished_write") == 1);
  const LoadReportModel model = build_load_report(loaded.trace());
  CHECK_FALSE(model.clean);
  CHECK(model.headline.find("not completely written") != std::string::npos);
  CHECK(model.warning.find("rollback journal") != std::string::npos);
  CHECK(left_out_sentence(loaded.trace().report, "rocpd").starts_with("The database was not"));
}

TEST_CASE("who recorded a rocpd file is known after it was converted, once or twice") {
  const Written written(one_launch().bytes(), "one.db");
  CHECK(written.after.snapshot->info.format == "kineto-json");
  CHECK(recorder_of(*written.after.snapshot) == Recorder::Rocm);
  const JsonObject again = written_metadata(*written.after.snapshot, nullptr, std::nullopt, 0);
  const auto member = std::ranges::find(
      again, kRecordedAsMember, [](const auto& one) { return std::string_view(one.first); });
  REQUIRE(member != again.end());
  REQUIRE(member->second.string());
  CHECK(*member->second.string() == "rocpd");
}
