#include "core/readers/nsys/gpu.h"

#include <string>

#include <doctest/doctest.h>

#include "core/view/overview/load_report_model.h"
#include "tests/core/export/written_trace.h"
#include "tests/core/readers/nsys/nsys_export.h"

using namespace lanescope;

namespace {

/// Two processes whose calls have the same number, each with a GPU of its own.
NsysExport two_processes() {
  NsysExport made;
  made.string(1, "void first(int)")
      .string(2, "void second(int)")
      .string(3, "cudaLaunchKernel_v7000");
  made.kernels().calls();
  made.call(100, 200, 70, 71, 5, 3).call(110, 210, 80, 81, 5, 3);
  made.kernel(300, 450, 0, 5, 70, 1).kernel(320, 400, 1, 5, 80, 2);
  return made;
}

std::string_view launch_process(const Snapshot& snapshot, std::string_view kernel) {
  const SliceRef at = slice_named(snapshot, kernel);
  const auto launch = snapshot.find_slice(at.chunk->link[at.slice]);
  REQUIRE(launch.has_value());
  return snapshot.text(launch->track->process);
}

}  // namespace

TEST_CASE("kernels are launched by the call of their own process with their number") {
  const LoadedTrace trace = two_processes().load();
  const Snapshot& snapshot = *trace.snapshot;
  CHECK(launch_process(snapshot, "void first(int)") == "70");
  CHECK(launch_process(snapshot, "void second(int)") == "80");
  CHECK(snapshot.kernel_links.count == 2);
  CHECK(snapshot.kernel_links.with_launch == 2);
  const SliceRef first = slice_named(snapshot, "void first(int)");
  CHECK(first.chunk->range(first.slice) == TimeRange{300, 450});
  CHECK(first.track->device == 0);
  CHECK(first.track->stream == 7);
  CHECK(snapshot.text(first.track->name) == "stream 7");
  CHECK(snapshot.text(first.track->process_name) == "GPU 0");
  CHECK(slice_named(snapshot, "void second(int)").track->device == 1);
}

TEST_CASE("a column that GPU work is told apart by is missed aloud, another is not") {
  CHECK(two_processes().load().snapshot->report.issues.empty());
  NsysExport made = two_processes();
  made.add(
      "ALTER TABLE CUPTI_ACTIVITY_KIND_KERNEL RENAME COLUMN streamId TO queue;"
      "ALTER TABLE CUPTI_ACTIVITY_KIND_KERNEL DROP COLUMN registersPerThread;");
  const LoadedTrace trace = made.load();
  const LoadIssue issue = issue_of(*trace.snapshot, "missing_column");
  CHECK(issue.count == 1);
  CHECK(issue.example == "CUPTI_ACTIVITY_KIND_KERNEL has no column streamId");
  CHECK(trace.snapshot->kernel_links.with_launch == 2);
}

TEST_CASE("after a conversion to JSON, calls and kernels of one process keep their numbers") {
  NsysExport made = two_processes();
  made.string(4, "void third(int)").string(5, "void orphan(int)");
  made.call(120, 220, 70, 71, 9, 3);
  made.kernel(500, 550, 0, 9, 70, 4).kernel(600, 650, 0, 8, 70, 5);
  const Written written(made.bytes(), "two.sqlite");
  const Snapshot& after = *written.after.snapshot;
  CHECK(launch_process(after, "void first(int)") == "70");
  CHECK(launch_process(after, "void second(int)") == "80");
  CHECK(after.kernel_links.with_launch == 3);
  const auto number_of = [&](std::string_view kernel) {
    const JsonValue event =
        event_reader(written.after)(
            slice_named(after, kernel).chunk->id_of(slice_named(after, kernel).slice))
            .value_or(JsonValue{});
    const JsonValue* args = event.find("args");
    const JsonValue* number = args == nullptr ? nullptr : args->find("correlation");
    return number == nullptr ? -1 : number->as_int();
  };
  CHECK(number_of("void third(int)") == 9);
  CHECK(number_of("void orphan(int)") == 8);
  // That of two calls tells neither.
  CHECK(number_of("void first(int)") > 9);
  CHECK(number_of("void second(int)") > 9);
  CHECK(number_of("void first(int)") != number_of("void second(int)"));
}

TEST_CASE("a kernel's launch is read again for its details") {
  const LoadedTrace trace =
      two_processes()
          .add(
              "CREATE TABLE TARGET_INFO_GPU(id INTEGER, name TEXT,"
              " totalMemory INTEGER, smCount INTEGER, threadsPerWarp INTEGER);"
              "INSERT INTO TARGET_INFO_GPU VALUES(0, 'H100', 80, 10, 32);")
          .load();
  CHECK(arguments_of(trace, "void first(int)") ==
        R"({"device":0,"context":1,"stream":7,"correlation":5,"registers per thread":32,)"
        R"("shared memory":1040,"blocks per SM":2.00,"warps per SM":8.00,"grid":[10,2,1],)"
        R"("block":[128,1,1],"static shared memory":16,"dynamic shared memory":1024})");
  REQUIRE(trace.snapshot->info.devices.size() == 1);
  CHECK(trace.snapshot->info.devices[0].name == "H100");
  CHECK(trace.snapshot->info.devices[0].sms == 10);
}

TEST_CASE("a kernel's occupancy is estimated where the export has the limits of its GPU") {
  const LoadedTrace trace =
      two_processes()
          .add(
              "CREATE TABLE TARGET_INFO_GPU(id INTEGER, name TEXT, smCount INTEGER,"
              " threadsPerWarp INTEGER, computeMajor INTEGER, computeMinor INTEGER,"
              " maxWarpsPerSm INTEGER, maxBlocksPerSm INTEGER, maxShmemPerSm INTEGER,"
              " maxRegistersPerSm INTEGER);"
              "INSERT INTO TARGET_INFO_GPU VALUES(0, 'H100', 10, 32, 9, 0, 64, 32, 233472, 65536);")
          .load();
  // 20 blocks on 10 SMs: 2 of the 16 that fit, with 128 of 2,048 threads each.
  CHECK(arguments_of(trace, "void first(int)").find(R"("est. achieved occupancy %":13)") !=
        std::string::npos);
  CHECK(arguments_of(trace, "void second(int)").find("occupancy") == std::string::npos);
}

TEST_CASE("two processes on one GPU have tracks of their own") {
  const LoadedTrace trace =
      two_processes()
          .add(
              "CREATE TABLE TARGET_INFO_CUDA_DEVICE(gpuId INTEGER, cudaId INTEGER, pid INTEGER);"
              "INSERT INTO TARGET_INFO_CUDA_DEVICE VALUES(3, 0, 70), (3, 1, 80);"
              "CREATE TABLE PROCESSES(globalPid INTEGER, pid INTEGER, name TEXT);")
          .add("INSERT INTO PROCESSES VALUES(" + global(80) + ", 80, '/usr/bin/python3');")
          .load();
  const SliceRef first = slice_named(*trace.snapshot, "void first(int)");
  const SliceRef second = slice_named(*trace.snapshot, "void second(int)");
  CHECK(first.track->device == 3);
  CHECK(second.track->device == 3);
  CHECK(trace.snapshot->text(first.track->process_name) == "GPU 3");
  CHECK(trace.snapshot->text(second.track->process_name) == "GPU 3 of python3 (80)");
}

TEST_CASE("copies, fills and waits are named as torch.profiler names them") {
  NsysExport made;
  made.string(3, "cudaMemcpyAsync_v3020").calls().call(1, 2, 70, 71, 4, 3);
  made.add(
      "CREATE TABLE CUPTI_ACTIVITY_KIND_MEMCPY(start INTEGER, end INTEGER, deviceId INTEGER,"
      " contextId INTEGER, streamId INTEGER, correlationId INTEGER, globalPid INTEGER,"
      " bytes INTEGER, copyKind INTEGER, srcKind INTEGER, dstKind INTEGER);"
      "CREATE TABLE CUPTI_ACTIVITY_KIND_MEMSET(start INTEGER, end INTEGER, deviceId INTEGER,"
      " contextId INTEGER, streamId INTEGER, correlationId INTEGER, globalPid INTEGER,"
      " value INTEGER, bytes INTEGER, memKind INTEGER);"
      "CREATE TABLE CUPTI_ACTIVITY_KIND_SYNCHRONIZATION(start INTEGER, end INTEGER,"
      " deviceId INTEGER, contextId INTEGER, streamId INTEGER, correlationId INTEGER,"
      " globalPid INTEGER, syncType INTEGER, eventId INTEGER);");
  const std::string process = global(70);
  made.add("INSERT INTO CUPTI_ACTIVITY_KIND_MEMCPY VALUES(10, 20, 1, 2, 7, 4, " + process +
           ", 4000, 1, 1, 2), (30, 40, 1, 2, 7, 4, " + process + ", 4000, 12, 4, 4);");
  made.add("INSERT INTO CUPTI_ACTIVITY_KIND_MEMSET VALUES(50, 60, 1, 2, 7, 4, " + process +
           ", 0, 64, 2);");
  // Says device 0, whatever its context's is.
  made.add("INSERT INTO CUPTI_ACTIVITY_KIND_SYNCHRONIZATION VALUES(70, 80, 0, 2, 4294967295, 4, " +
           process + ", 4, 4294967295);");
  const LoadedTrace trace = made.load();
  CHECK(arguments_of(trace, "Memcpy HtoD (Pinned -> Device)") ==
        "{\"device\":1,\"context\":2,\"stream\":7,\"correlation\":4,\"bytes\":4000,"
        "\"memory bandwidth (GB/s)\":400.00}");
  CHECK(slice_named(*trace.snapshot, "Memcpy DtoH (Managed -> Managed)").track->kind ==
        TrackKind::GpuStream);
  CHECK(slice_named(*trace.snapshot, "Memset (Device)").track->stream == 7);
  const SliceRef wait = slice_named(*trace.snapshot, "Context Sync");
  CHECK(wait.track->kind == TrackKind::GpuSync);
  CHECK(wait.track->device == 1);
  CHECK(wait.track->stream == -1);
  CHECK(trace.snapshot->gpu_links.with_launch == 3);
}

TEST_CASE(
    "graphs that were traced whole are events, and the report says how to see their kernels") {
  NsysExport made;
  made.add(
      "CREATE TABLE CUPTI_ACTIVITY_KIND_GRAPH_TRACE(start INTEGER, end INTEGER,"
      " deviceId INTEGER, contextId INTEGER, streamId INTEGER, graphId INTEGER,"
      " graphExecId INTEGER, correlationId INTEGER, globalPid INTEGER);");
  made.add("INSERT INTO CUPTI_ACTIVITY_KIND_GRAPH_TRACE VALUES(10, 90, 0, 1, 7, 6, 9, 3, " +
           global(70) + ");");
  const LoadedTrace trace = made.load();
  CHECK(slice_named(*trace.snapshot, "CUDA graph 6").track->kind == TrackKind::GpuStream);
  CHECK(issue_of(*trace.snapshot, "graphs_whole").example == "record with --cuda-graph-trace=node");
  CHECK(build_load_report(*trace.snapshot).warning ==
        "1 CUDA graph launch was traced as a whole, without its kernels; record with "
        "--cuda-graph-trace=node to see them");
}

TEST_CASE("metrics of each GPU are curves") {
  NsysExport made;
  made.add(
      "CREATE TABLE TARGET_INFO_GPU_METRICS(typeId INTEGER, metricId INTEGER, metricName TEXT);"
      "INSERT INTO TARGET_INFO_GPU_METRICS VALUES(256, 3, 'SMs Active'), (257, 3, 'SMs Active');"
      "CREATE TABLE GPU_METRICS(timestamp INTEGER, typeId INTEGER, metricId INTEGER,"
      " value INTEGER);"
      "INSERT INTO GPU_METRICS VALUES(20, 256, 3, 40), (10, 256, 3, 30), (10, 257, 3, 99),"
      " (30, 256, 3, 'odd');");
  const LoadedTrace trace = made.load();
  REQUIRE(trace.snapshot->counters.size() == 2);
  const CounterTrack& first = *trace.snapshot->counters[0];
  CHECK(trace.snapshot->text(first.name) == "SMs Active");
  CHECK(trace.snapshot->text(first.process_name) == "GPU 0");
  REQUIRE(first.value.size() == 2);
  CHECK(first.value[0] == 30);
  CHECK(first.value[1] == 40);
  CHECK(issue_count(*trace.snapshot, "unusable_counter") == 1);
}

TEST_CASE("an export without processes belongs to the process of its calls") {
  NsysExport made;
  made.string(1, "kernel").string(3, "cudaLaunchKernel").calls().call(5, 6, 70, 71, 4, 3);
  made.add(
      "CREATE TABLE CUPTI_ACTIVITY_KIND_KERNEL(start INTEGER, end INTEGER, deviceId INTEGER,"
      " streamId INTEGER, correlationId INTEGER, shortName INTEGER);"
      "INSERT INTO CUPTI_ACTIVITY_KIND_KERNEL VALUES(-20, -10, 0, 7, 4, 1);");
  const LoadedTrace trace = made.load();
  CHECK(launch_process(*trace.snapshot, "kernel") == "70");
}

TEST_CASE("CUDA events of older exports, which have no time, are in the load report") {
  NsysExport made;
  made.string(1, "gemm").kernels().kernel(100, 200, 0, 3, 70, 1);
  made.add(
      "CREATE TABLE CUPTI_ACTIVITY_KIND_CUDA_EVENT(deviceId INTEGER, contextId INTEGER,"
      " streamId INTEGER, correlationId INTEGER, globalPid INTEGER, eventId INTEGER);");
  for (const char* const event : {"1", "2"})
    made.add("INSERT INTO CUPTI_ACTIVITY_KIND_CUDA_EVENT VALUES(0, 1, 7, 5, " + global(70) + ", " +
             event + ");");
  const LoadedTrace trace = made.load();
  CHECK(issue_count(*trace.snapshot, "untimed_events") == 2);
  CHECK(trace.snapshot->report.listed == 0);
}

TEST_CASE("kernels without globalPid of several processes are listed as of the first") {
  NsysExport made;
  made.string(1, "gemm").string(2, "cudaLaunchKernel").kernels().calls();
  made.call(10, 20, 70, 71, 3, 2).kernel(100, 200, 0, 3, 70, 1);
  const std::string forget = "UPDATE CUPTI_ACTIVITY_KIND_KERNEL SET globalPid = NULL;";
  NsysExport one = made;
  CHECK(issue_count(*one.add(forget).load().snapshot, "capture_problem") == 0);
  made.call(30, 40, 80, 81, 4, 2).kernel(300, 400, 0, 4, 80, 1);
  CHECK(issue_count(*made.load().snapshot, "capture_problem") == 0);
  CHECK(issue_count(*made.add(forget).load().snapshot, "capture_problem") == 1);
}

TEST_CASE("a view in the place of a table is listed as not read") {
  NsysExport made;
  made.string(1, "gemm").kernels().kernel(100, 200, 0, 3, 70, 1);
  made.add(
      "ALTER TABLE CUPTI_ACTIVITY_KIND_KERNEL RENAME TO kernels;"
      "CREATE VIEW CUPTI_ACTIVITY_KIND_KERNEL AS SELECT * FROM kernels;"
      "CREATE VIEW mine AS SELECT * FROM kernels;");
  const LoadedTrace loaded = made.load();
  REQUIRE(issue_count(*loaded.snapshot, "unread_table") == 2);  // and its table
  CHECK(issue_of(*loaded.snapshot, "unread_table").example ==
        "CUPTI_ACTIVITY_KIND_KERNEL is a view; views are not read");
}
