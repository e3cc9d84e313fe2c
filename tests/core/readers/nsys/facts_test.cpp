// What an export lacks is in the load report.
#include "core/readers/nsys/facts.h"

#include <string>

#include <doctest/doctest.h>

#include "tests/core/readers/nsys/nsys_export.h"

using namespace lanescope;

namespace {

/// A launch and its kernel.
NsysExport one_launch() {
  NsysExport made;
  made.string(1, "gemm").string(2, "cudaLaunchKernel_v7000").kernels().calls();
  return made.call(10, 20, 70, 71, 3, 2).kernel(100, 200, 0, 3, 70, 1);
}

}  // namespace

TEST_CASE("an export that has everything has no problems") {
  CHECK(one_launch().load().snapshot->report.issues.empty());
}

TEST_CASE("GPU work that was launched before the recording is counted") {
  NsysExport made = one_launch();
  // The number of a call in another process, of no call, and none at all.
  made.call(30, 40, 80, 81, 4, 2).kernel(300, 400, 0, 4, 70, 1).kernel(500, 600, 0, 5, 70, 1);
  made.kernel(700, 800, 0, 0, 70, 1);
  const LoadedTrace trace = made.load();
  CHECK(trace.snapshot->kernel_links.with_launch == 1);
  CHECK(issue_of(*trace.snapshot, "launch_not_recorded").count == 3);
}

TEST_CASE("launches in an export without kernels are told, whether it has the table or not") {
  NsysExport made = one_launch();
  made.string(4, "cudaMemcpyAsync").call(30, 40, 70, 71, 9, 4).call(50, 60, 70, 71, 10, 2);
  CHECK(issue_count(*made.load().snapshot, "kernels_not_recorded") == 0);
  for (const char* const lose : {"DELETE FROM", "DROP TABLE"}) {
    CAPTURE(lose);
    NsysExport without = made;
    const LoadedTrace trace =
        without.add(std::string(lose) + " CUPTI_ACTIVITY_KIND_KERNEL;").load();
    CHECK(issue_of(*trace.snapshot, "kernels_not_recorded").count == 2);
    CHECK(issue_of(*trace.snapshot, "kernels_not_recorded").example == "cudaLaunchKernel");
  }
}

TEST_CASE("names whose texts are missing are told, each text once") {
  NsysExport made = one_launch();
  made.kernel(300, 400, 0, 3, 70, 98).kernel(500, 600, 0, 3, 70, 98).call(30, 40, 70, 71, 8, 97);
  made.nvtx();
  for (const char* const text : {"96", "1", "NULL"})
    made.add("INSERT INTO NVTX_EVENTS(start, end, eventType, textId, globalTid) VALUES(1, 2, 59, " +
             std::string(text) + ", " + global(70, 71) + ");");
  const LoadedTrace trace = made.load();
  CHECK(issue_of(*trace.snapshot, "missing_text").count == 3);
  CHECK(issue_of(*trace.snapshot, "missing_text").example == "StringIds has no id 98");
  CHECK(trace.snapshot->kernel_links.count == 3);
}

TEST_CASE("threads of no known process are not in the process of a GPU") {
  NsysExport made = one_launch();
  made.add(
      "INSERT INTO CUPTI_ACTIVITY_KIND_RUNTIME(start, end, correlationId, nameId)"
      " VALUES(30, 40, 9, 2);");
  made.string(5, "cudaFree").call(50, 60, 70, 71, 10, 5);
  const LoadedTrace trace = made.load();
  std::size_t calls_of_gpu = 0, calls_of_unknown = 0;
  for (const Track& track : trace.snapshot->tracks) {
    if (track.kind != TrackKind::CpuThread) continue;
    const std::string_view process = trace.snapshot->text(track.process_name);
    calls_of_gpu += process == "GPU 0" ? track.slices : 0;
    calls_of_unknown += process == "unknown process" ? track.slices : 0;
  }
  CHECK(calls_of_gpu == 0);
  CHECK(calls_of_unknown == 1);
}

TEST_CASE("a name that is far too long is cut off and reported") {
  NsysExport made = one_launch();
  made.string(6, std::string(std::size_t{2} << 20U, 'x')).kernel(300, 400, 0, 3, 70, 6);
  const LoadedTrace trace = made.load();
  CHECK(issue_count(*trace.snapshot, "long_text") == 1);
  CHECK(trace.snapshot->kernel_links.count == 2);
}

TEST_CASE("a table whose columns of times have other names is told so") {
  NsysExport made = one_launch();
  const LoadedTrace trace =
      made.add("ALTER TABLE CUPTI_ACTIVITY_KIND_KERNEL RENAME COLUMN start TO startNs;").load();
  CHECK(issue_of(*trace.snapshot, "broken_record").example ==
        "CUPTI_ACTIVITY_KIND_KERNEL: no column of times");
}

TEST_CASE("a virtual table in the place of a table is listed as not read") {
  for (const bool claims_pages : {false, true}) {
    NsysExport made;
    made.calls().string(2, "cudaFree").call(10, 20, 70, 71, 3, 2);
    made.add("CREATE VIRTUAL TABLE CUPTI_ACTIVITY_KIND_KERNEL USING fts5(start, end);");
    if (claims_pages)
      made.add(
          "PRAGMA writable_schema = ON;"
          "UPDATE sqlite_schema SET rootpage = 2 WHERE name = 'CUPTI_ACTIVITY_KIND_KERNEL';");
    const LoadedTrace trace = made.load();
    CHECK(issue_of(*trace.snapshot, "unread_table").example ==
          "CUPTI_ACTIVITY_KIND_KERNEL is a virtual table; virtual tables are not read");
  }
}
