#include "core/readers/nsys/loader.h"

#include <initializer_list>
#include <string>

#include <doctest/doctest.h>

#include "core/readers/trace_loader.h"
#include "tests/core/base/encoded_text.h"
#include "tests/core/base/temp_folder.h"
#include "tests/core/readers/nsys/nsys_export.h"

using namespace lanescope;

namespace {

NsysExport one_call() {
  NsysExport made;
  return made.string(3, "cudaFree").calls().call(10, 20, 70, 71, 1, 3);
}

}  // namespace

TEST_CASE("an export is recognized by its tables, whatever its name and packing") {
  const TempFolder folder;
  const std::string bytes = one_call().bytes();
  for (const std::string& path :
       {folder.write("report.sqlite", bytes), folder.write("packed", gzip_of(bytes))}) {
    const auto loaded = load_trace(path);
    REQUIRE(loaded.ok());
    CHECK(loaded.value().snapshot->info.format == "nsys-sqlite");
    CHECK(loaded.value().snapshot->report.complete);
    CHECK(all_names(*loaded.value().snapshot) == "cudaFree");
    CHECK(arguments_of(loaded.value(), "cudaFree") == R"({"correlation":1,"function":"cudaFree"})");
  }
}

TEST_CASE("other databases are told from exports") {
  const TempFolder folder;
  const auto loaded =
      load_trace(folder.write("notes.sqlite", database_bytes("CREATE TABLE notes(text TEXT);")));
  REQUIRE_FALSE(loaded.ok());
  CHECK(loaded.error().message == "is an SQLite database, not a trace");
}

TEST_CASE("the wall clock, the versions and the messages of an export are known") {
  const LoadedTrace trace =
      one_call()
          .add(
              "CREATE TABLE TARGET_INFO_SESSION_START_TIME(utcEpochNs INTEGER);"
              "INSERT INTO TARGET_INFO_SESSION_START_TIME VALUES(1776781226557295056);"
              "INSERT INTO META_DATA_EXPORT VALUES('EXPORT_SCHEMA_VERSION', '3.24.14'),"
              " ('EXPORT_USER', 'me');"
              "CREATE TABLE META_DATA_CAPTURE(name TEXT, value TEXT);"
              "INSERT INTO META_DATA_CAPTURE VALUES('CAPTURE_EVENT_TYPE', 'Cuda'),"
              " ('CAPTURE_EVENT_TYPE', 'NvtxEvents'),"
              " ('PROCESS_0:ENVIRONMENT_VARIABLE', 'API_KEY=\"secret\"');"
              "CREATE TABLE DIAGNOSTIC_EVENT(timestamp INTEGER, severity INTEGER, text TEXT);"
              "INSERT INTO DIAGNOSTIC_EVENT VALUES(0, 1, 'Profiling has started.'),"
              " (5, 2, 'Not all events might have been collected.');")
          .load();
  const TraceInfo& info = trace.snapshot->info;
  CHECK(info.base_ns == 1776781226557295056);
  const std::string metadata = info.metadata.to_text();
  CHECK(metadata.find(R"("EXPORT_SCHEMA_VERSION":"3.24.14")") != std::string::npos);
  CHECK(metadata.find(R"("CAPTURE_EVENT_TYPE":"Cuda, NvtxEvents")") != std::string::npos);
  CHECK(metadata.find("secret") == std::string::npos);
  CHECK(metadata.find("\"me\"") == std::string::npos);
  CHECK(issue_of(*trace.snapshot, "capture_problem").example ==
        "Not all events might have been collected.");
  CHECK(issue_count(*trace.snapshot, "capture_problem") == 1);
}

TEST_CASE("an export of a newer schema says so") {
  const auto load = [](const std::string& version) {
    return one_call()
        .add("INSERT INTO META_DATA_EXPORT VALUES('EXPORT_SCHEMA_VERSION', '" + version + "');")
        .load();
  };
  for (const std::string version : {"3.9.2", "3.25.7", "next", "3"}) {
    CAPTURE(version);
    CHECK(issue_count(*load(version).snapshot, "newer_version") == 0);
  }
  for (const std::string version : {"3.26.0", "4.0"}) {
    CAPTURE(version);
    const LoadedTrace trace = load(version);
    CHECK(issue_of(*trace.snapshot, "newer_version").example ==
          "nsys export schema " + version + "; the latest known is 3.25");
    CHECK(trace.snapshot->slice_count == 1);
  }
}

TEST_CASE("the rank of the only process on a GPU is that of its environment") {
  const auto rank_of = [](NsysExport made) {
    const LoadedTrace trace = made.add(
                                      "CREATE TABLE META_DATA_CAPTURE(name TEXT, value TEXT);"
                                      "INSERT INTO META_DATA_CAPTURE VALUES"
                                      " ('PROCESS_0:ENVIRONMENT_VARIABLE', 'RANKS=\"9\"'),"
                                      " ('PROCESS_0:ENVIRONMENT_VARIABLE', 'RANK=\"3\"'),"
                                      " ('PROCESS_0:ENVIRONMENT_VARIABLE', 'WORLD_SIZE=\"8\"');")
                                  .load();
    return trace.snapshot->info.distributed.value_or(JsonValue{}).to_text();
  };
  NsysExport one = one_call();
  one.string(1, "k").kernels().kernel(30, 40, 0, 1, 70, 1);
  CHECK(rank_of(one) == R"({"rank":3,"world_size":8})");
  CHECK(rank_of(one.kernel(30, 40, 1, 1, 80, 1)) == "null");
}

TEST_CASE("times of an export that was normalized are those of the wall clock") {
  const LoadedTrace trace =
      one_call()
          .add(
              "CREATE TABLE TARGET_INFO_SESSION_START_TIME(utcEpochNs INTEGER);"
              "INSERT INTO TARGET_INFO_SESSION_START_TIME VALUES(1776781226557295056);"
              "INSERT INTO META_DATA_EXPORT VALUES('EXPORT_PARAM_TIME_NORMALIZE', 'true');")
          .load();
  CHECK(trace.snapshot->info.base_ns == 0);
}

TEST_CASE("rows with malformed values are listed in the load report and cost no others") {
  const LoadedTrace trace =
      one_call()
          .add(
              "INSERT INTO CUPTI_ACTIVITY_KIND_RUNTIME(start, end, globalTid, nameId) VALUES"
              "('early', 5, 1, 3), (NULL, 5, 1, 3), (30, 25, 1, 3), (30, 40, 1.5, 3);")
          .load();
  const Snapshot& snapshot = *trace.snapshot;
  CHECK(issue_of(snapshot, "broken_record").count == 2);
  CHECK(issue_of(snapshot, "broken_record").lost);
  CHECK(issue_of(snapshot, "negative_duration").count == 1);
  CHECK(issue_of(snapshot, "malformed_value").count == 2);
  CHECK(snapshot.counts.total == 5);
  CHECK(snapshot.report.kept == 3);
  CHECK(snapshot.report.listed == 2);
}

TEST_CASE("an empty export is a trace without events") {
  const LoadedTrace trace = NsysExport().load();
  CHECK(trace.snapshot->counts.total == 0);
  CHECK(trace.snapshot->report.complete);
}

TEST_CASE("a stopped load keeps what was read") {
  LoadProgress progress;
  progress.cancel = true;
  LoadOptions options;
  options.progress = &progress;
  const auto loaded = load_nsys_export(memory_byte_source(one_call().bytes()), {}, options);
  if (!loaded.ok()) {
    CHECK(loaded.error().kind == Error::Kind::Cancelled);
  } else {
    CHECK_FALSE(loaded.value().snapshot->report.complete);
  }
}

TEST_CASE("tables of events that are not read are listed, if they have any") {
  NsysExport made;
  made.string(1, "gemm").kernels().kernel(100, 200, 0, 3, 70, 1);
  made.add(
      "CREATE TABLE UCP_EVENTS(start INTEGER, end INTEGER); INSERT INTO UCP_EVENTS VALUES(1, 2);"
      "CREATE TABLE OPENMP_EVENT_KIND_LOCK(start INTEGER, end INTEGER);"
      "CREATE TABLE NET_NIC_METRIC(timestamp INTEGER, value INTEGER);"
      "INSERT INTO NET_NIC_METRIC VALUES(5, 6);"
      "CREATE TABLE TARGET_INFO_GPU(id INTEGER, name TEXT); INSERT INTO TARGET_INFO_GPU VALUES(0, "
      "'H100');");
  for (int i = 0; i < 200; ++i) made.add(fmt::format("CREATE TABLE t{}(start, end);", i));
  const LoadedTrace trace = made.load();
  CHECK(issue_count(*trace.snapshot, "unread_table") == 2);
  CHECK(issue_of(*trace.snapshot, "unread_table").example == "NET_NIC_METRIC, UCP_EVENTS");
}

TEST_CASE("a list of tables that are not read ends between two of them, and counts the others") {
  const auto listed_of = [](std::initializer_list<std::string> tables) {
    NsysExport made;
    made.string(1, "gemm").kernels().kernel(100, 200, 0, 3, 70, 1);
    for (const std::string& table : tables)
      made.add(fmt::format("CREATE TABLE {0}(start, end); INSERT INTO {0} VALUES(1, 2);", table));
    const LoadedTrace trace = made.load();
    CHECK(issue_count(*trace.snapshot, "unread_table") == tables.size());
    return issue_of(*trace.snapshot, "unread_table").example;
  };
  const std::string a(35, 'a'), b(35, 'b'), c(35, 'c');
  CHECK(listed_of({a, b}) == a + ", " + b);
  CHECK(listed_of({a, b, c}) == a + " and 2 more");
  std::string grave;
  for (int i = 0; i < 50; ++i) grave += "è";
  CHECK(listed_of({grave}) == grave.substr(0, 76) + "…");
  CHECK(listed_of({grave, grave + "a"}) == grave.substr(0, 66) + "… and 1 more");
}

TEST_CASE("a database with a page that cannot be read is damaged, one without its end truncated") {
  NsysExport made = one_call();
  made.add(
      "WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 4000) "
      "INSERT INTO CUPTI_ACTIVITY_KIND_RUNTIME SELECT 20 * i, 20 * i + 9, 0, " +
      global(70, 71) + ", i + 1, 3, 0, 0 FROM n;");
  const std::string whole = made.bytes();
  constexpr std::size_t kPage = 4096;
  REQUIRE(whole.size() > 20 * kPage);
  std::string damaged = whole;
  damaged.replace(12 * kPage, kPage, kPage, '\0');
  const auto report_of = [](const std::string& bytes) {
    auto loaded = load_nsys_export(memory_byte_source(bytes), {}, {.threads = 1});
    REQUIRE(loaded.ok());
    return loaded.value().snapshot->report;
  };
  CHECK_FALSE(report_of(damaged).complete);
  CHECK(report_of(damaged).damaged);
  const LoadReport cut = report_of(whole.substr(0, 15 * kPage));
  CHECK_FALSE(cut.complete);
  CHECK_FALSE(cut.damaged);
  CHECK_FALSE(report_of(whole).damaged);
}
