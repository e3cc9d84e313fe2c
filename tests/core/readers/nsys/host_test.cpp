#include "core/readers/nsys/host.h"

#include <doctest/doctest.h>

#include "tests/core/readers/nsys/nsys_export.h"

using namespace lanescope;

TEST_CASE("calls have torch.profiler's names and categories, and their stacks") {
  NsysExport made;
  made.string(3, "cudaLaunchKernel_ptsz_v7000").string(4, "cuLaunchKernelEx");
  made.string(5, "main").string(6, "launch");
  made.calls().call(10, 20, 70, 71, 1, 3, 0, 8).call(30, 40, 70, 71, 2, 4, 1);
  made.add(
      "CREATE TABLE CUDA_CALLCHAINS(id INTEGER, symbol INTEGER, stackDepth INTEGER);"
      "INSERT INTO CUDA_CALLCHAINS VALUES(9, 5, 0), (8, 5, 1), (8, 6, 0);");
  const LoadedTrace trace = made.load();
  const Snapshot& snapshot = *trace.snapshot;
  const SliceRef runtime = slice_named(snapshot, "cudaLaunchKernel");
  CHECK(snapshot.text(snapshot.categories[index_of(runtime.chunk->category[runtime.slice])].name) ==
        "cuda_runtime");
  CHECK(arguments_of(trace, "cudaLaunchKernel") ==
        R"({"correlation":1,"function":"cudaLaunchKernel_ptsz_v7000","Call stack":"launch;main"})");
  const SliceRef driver = slice_named(snapshot, "cuLaunchKernelEx");
  CHECK(snapshot.text(snapshot.categories[index_of(driver.chunk->category[driver.slice])].name) ==
        "cuda_driver");
  CHECK(driver.track->kind == TrackKind::CpuThread);
}

TEST_CASE("processes and threads have the names that the export gives them") {
  NsysExport made;
  made.string(3, "cudaFree").string(4, "python3").string(5, "pt_autograd_0");
  made.calls().call(10, 20, 70, 71, 1, 3);
  made.add(
      "CREATE TABLE PROCESSES(globalPid INTEGER, pid INTEGER, name TEXT);"
      "CREATE TABLE ThreadNames(nameId INTEGER, priority INTEGER, globalTid INTEGER);");
  made.add("INSERT INTO PROCESSES VALUES(" + global(70) + ", 70, '/opt/venv/bin/python3');");
  made.add("INSERT INTO ThreadNames VALUES(4, 0, " + global(70, 71) + "), (5, 0, " +
           global(70, 71) + "), (4, 0, " + global(70, 99) + ");");
  const LoadedTrace trace = made.load();
  const Track& track = *slice_named(*trace.snapshot, "cudaFree").track;
  CHECK(trace.snapshot->text(track.process_name) == "python3");
  CHECK(trace.snapshot->text(track.name) == "thread 71 (pt_autograd_0)");
  CHECK(trace.snapshot->tracks.size() == 1);
}

TEST_CASE("calls of the operating system and of libraries are on their threads") {
  NsysExport made;
  made.string(3, "poll").string(4, "cublasSgemm");
  for (const char* table : {"OSRT_API", "CUBLAS_EVENTS"})
    made.add(
        fmt::format("CREATE TABLE {}(start INTEGER, end INTEGER, globalTid INTEGER,"
                    " nameId INTEGER);",
                    table));
  made.add("INSERT INTO OSRT_API VALUES(10, 90, " + global(70, 71) + ", 3);");
  made.add("INSERT INTO CUBLAS_EVENTS VALUES(20, 30, " + global(70, 71) + ", 4);");
  const LoadedTrace trace = made.load();
  CHECK(slice_named(*trace.snapshot, "poll").track->kind == TrackKind::CpuThread);
  CHECK(trace.snapshot->counts.by_category.at("osrt") == 1);
  CHECK(trace.snapshot->counts.by_category.at("cublas") == 1);
}

TEST_CASE("what recording cost is on a track of the profiler") {
  NsysExport made;
  made.string(3, "CUPTI Buffer flush").string(4, "cudaFree");
  made.add(
      "CREATE TABLE PROFILER_OVERHEAD(start INTEGER, end INTEGER, globalTid INTEGER,"
      " nameId INTEGER, overheadType INTEGER);"
      "CREATE TABLE CUPTI_ACTIVITY_KIND_OVERHEAD(start INTEGER, end INTEGER,"
      " globalTid INTEGER, nameId INTEGER, overheadType INTEGER);");
  made.add("INSERT INTO PROFILER_OVERHEAD VALUES(10, 20, " + global(70, 71) + ", 3, 3);");
  made.add("INSERT INTO CUPTI_ACTIVITY_KIND_OVERHEAD VALUES(30, 40, " + global(70, 71) +
           ", 4, 7);");
  const LoadedTrace trace = made.load();
  CHECK(slice_named(*trace.snapshot, "CUPTI Buffer flush").track->kind == TrackKind::Profiler);
  CHECK(slice_named(*trace.snapshot, "Lazy Function Loading").track->kind == TrackKind::Profiler);
}

TEST_CASE("switches become states, and CPU samples functions over time") {
  NsysExport made;
  made.string(3, "main").string(4, "step").string(5, "load");
  made.add(
      "CREATE TABLE SCHED_EVENTS(start INTEGER, cpu INTEGER, isSchedIn INTEGER,"
      " globalTid INTEGER);"
      "CREATE TABLE COMPOSITE_EVENTS(id INTEGER, start INTEGER, cpu INTEGER,"
      " globalTid INTEGER);"
      "CREATE TABLE SAMPLING_CALLCHAINS(id INTEGER, symbol INTEGER, stackDepth INTEGER);"
      "INSERT INTO SAMPLING_CALLCHAINS VALUES(1, 4, 0), (1, 3, 1), (2, 3, 1), (2, 4, 0),"
      " (3, 5, 0), (3, 3, 1);");
  const std::string thread = global(70, 71);
  made.add("INSERT INTO SCHED_EVENTS VALUES(400, 2, 0, " + thread + "), (100, 2, 1, " + thread +
           "), (700, 2, 1, " + thread + ");");
  made.add("INSERT INTO COMPOSITE_EVENTS VALUES(1, 100, 2, " + thread + "), (2, 200, 2, " + thread +
           "), (3, 300, 2, " + thread + ");");
  const LoadedTrace trace = made.load();
  const Snapshot& snapshot = *trace.snapshot;
  const SliceRef running = slice_named(snapshot, "running");
  CHECK(running.track->kind == TrackKind::ThreadState);
  CHECK(running.chunk->range(running.slice) == TimeRange{100, 400});
  const SliceRef waiting = slice_named(snapshot, "waiting");
  CHECK(waiting.chunk->range(waiting.slice) == TimeRange{400, 700});
  const SliceRef all = slice_named(snapshot, "main");
  CHECK(all.track->kind == TrackKind::ThreadSamples);
  CHECK(all.chunk->range(all.slice) == TimeRange{100, 400});
  const SliceRef step = slice_named(snapshot, "step");
  CHECK(step.chunk->range(step.slice) == TimeRange{100, 300});
  CHECK(arguments_of(trace, "load") == R"({"CPU":2,"Call stack":"load;main"})");
}

TEST_CASE("frames of a stack that is deeper than what is shown are counted") {
  constexpr int kFrames = 1030, kShown = 1024;
  NsysExport made;
  made.string(3, "recurse");
  made.add(
      "CREATE TABLE COMPOSITE_EVENTS(id INTEGER, start INTEGER, cpu INTEGER,"
      " globalTid INTEGER);"
      "CREATE TABLE SAMPLING_CALLCHAINS(id INTEGER, symbol INTEGER, stackDepth INTEGER);" +
      fmt::format("INSERT INTO COMPOSITE_EVENTS VALUES(1, 100, 2, {}); WITH RECURSIVE n(i) AS"
                  " (SELECT 0 UNION ALL SELECT i + 1 FROM n WHERE i < {})"
                  " INSERT INTO SAMPLING_CALLCHAINS SELECT 1, 3, i FROM n;",
                  global(70, 71), kFrames - 1));
  CHECK(issue_count(*made.load().snapshot, "deep_stack") == kFrames - kShown);
}
