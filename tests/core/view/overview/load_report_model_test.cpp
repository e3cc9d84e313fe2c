#include "core/view/overview/load_report_model.h"

#include <doctest/doctest.h>

#include "tests/core/fixtures/trace_text.h"

namespace lanescope {

TEST_CASE("only what is not usual of a recording calls for a look") {
  LoadReport report;
  CHECK_FALSE(needs_a_look(report));
  report.issues = {
      {.kind = "not_kept", .what = {}, .count = 5000, .example = {}},
      {.kind = "begun_earlier", .what = {}, .count = 2, .example = {}},
      {.kind = "missed_samples", .what = {}, .count = 3, .example = "1000 samples were taken"}};
  CHECK_FALSE(needs_a_look(report));
  report.issues.back().count = 30;
  CHECK(needs_a_look(report));
  report.issues = {{.kind = "torn_samples", .what = {}, .count = 3, .example = "of 1000 samples"}};
  CHECK_FALSE(needs_a_look(report));
  report.issues = {{.kind = "broken_event", .what = {}, .count = 1, .example = {}}};
  CHECK(needs_a_look(report));
}

TEST_CASE("a whole trace says that everything is there") {
  TraceText trace;
  trace.cpu("cpu_op", "a", "0", "1").cpu("cpu_op", "b", "2", "1");
  const LoadReportModel model = build_load_report(*trace.load());
  CHECK(model.clean);
  CHECK(model.headline == "All 2 events were read");
  CHECK(model.warning.empty());
  CHECK(model.rows.empty());
  CHECK(model.facts.front() == std::pair<std::string, std::string>{"Slices", "2"});
}

TEST_CASE("of a file that is cut, not all events were read") {
  Snapshot snapshot;
  snapshot.strings = StringPool().freeze();
  snapshot.report.kept = 76'123;
  snapshot.report.complete = false;
  CHECK(build_load_report(snapshot).headline == "76,123 events read");
}

TEST_CASE("a trace without events says so") {
  const LoadReportModel model = build_load_report(*TraceText().load());
  CHECK(model.clean);
  CHECK(model.headline == "The file has no events");
}

TEST_CASE("what is missing is counted, with its kind, place and an example") {
  Snapshot snapshot;
  snapshot.strings = StringPool().freeze();
  snapshot.report.kept = 76'123;
  snapshot.report.listed = 2;
  snapshot.report.complete = false;
  snapshot.report.issues.push_back({"broken_event", "The event is no JSON", 2, 12'345, "{x", true});
  const LoadReportModel model = build_load_report(snapshot);
  CHECK_FALSE(model.clean);
  CHECK(model.headline == "76,123 of 76,125 events kept, 2 listed below");
  snapshot.report.issues.push_back({"second_list", "", 7, 0, "", false});
  CHECK(build_load_report(snapshot).headline ==
        "76,123 of 76,125 events kept, 7 in a second list not read");
  CHECK_FALSE(model.warning.empty());
  REQUIRE(model.rows.size() == 1);
  CHECK(model.rows[0].count == "2");
  CHECK(model.rows[0].first == "12,345");
  CHECK(model.rows[0].lost);
}

TEST_CASE("the places of what is missing in a database are rows") {
  Snapshot snapshot;
  snapshot.strings = StringPool().freeze();
  snapshot.info.format = "nsys-sqlite";
  snapshot.report.issues.push_back({"broken_record", "", 1, 2'000 << 5U | 9U, "SCHED", true});
  snapshot.report.issues.push_back({"capture_problem", "", 1, 0, "", false});
  const LoadReportModel model = build_load_report(snapshot);
  REQUIRE(model.rows.size() == 2);
  CHECK(model.rows[0].first == "row 2,000");
  CHECK(model.rows[1].first == "n/a");
  LoadReport report;
  report.issues = {{"distant_time", "", 1, 12, "", true}};
  report.set_aside = 1;
  CHECK(set_aside_sentence(report, "rocpd") ==
        "1 event was set aside because its time cannot be right (row 12)");
}

TEST_CASE("a damaged file is not called truncated") {
  Snapshot snapshot;
  snapshot.strings = StringPool().freeze();
  snapshot.report.complete = false;
  CHECK(build_load_report(snapshot).warning.starts_with("The file is truncated"));
  snapshot.report.damaged = true;
  CHECK(build_load_report(snapshot).warning.starts_with("The file is damaged: parts of it"));
}

TEST_CASE("a file without the kernels of its launches says how they are recorded") {
  Snapshot snapshot;
  snapshot.strings = StringPool().freeze();
  snapshot.report.issues.push_back({"kernels_not_recorded", "", 2, 0, "cudaLaunchKernel", false});
  CHECK(build_load_report(snapshot).warning ==
        "2 kernel launches have no kernels in the file, so GPU time is missing; record with nsys "
        "profile --trace=cuda, and export the table CUPTI_ACTIVITY_KIND_KERNEL too");
}

TEST_CASE("at the top of a report stands what of the file is not in its figures") {
  LoadReport report;
  CHECK(left_out_sentence(report).empty());
  report.issues = {{"broken_event", "", 1'000, 50, "", true},
                   {"cut_off_event", "", 1, 90, "", true},
                   {"unusable_time", "", 2, 70, "", true},
                   {"repaired_event", "", 5, 20, "", false}};
  CHECK(left_out_sentence(report) ==
        "1,002 events could not be used: 1,000 broken_event, 2 unusable_time");
  report.issues = {{"broken_record", "", 1, 50, "", true},
                   {"records_dropped", "", 7, 70, "", true},
                   {"clamped_time", "", 1, 90, "", true}};
  report.set_aside = 1;
  CHECK(left_out_sentence(report) ==
        "1 event was set aside because its time cannot be right (byte 90); 1 event could not be "
        "used: 1 broken_record; 7 records are missing: 7 records_dropped");
}

TEST_CASE("a GPU whose events have another number than the list of devices is named") {
  const auto facts_of = [](const std::string& devices) {
    TraceText trace;
    trace.top_level("\"deviceProperties\": [" + devices + "]").kernel("gemm", "0", "1", "1");
    return build_load_report(*trace.load()).facts;
  };
  const auto last = facts_of(R"({"id": 5, "name": "A100"})").back();
  CHECK(last == std::pair<std::string, std::string>{"GPU 0", "listed as device 5, the only one"});
  CHECK(facts_of(R"({"id": 0, "name": "A100"})").back().first != "GPU 0");
  const std::string two = R"({"id": 5, "name": "A100"}, {"id": 6, "name": "A100"})";
  CHECK(facts_of(two).back().first != "GPU 0");
}

}  // namespace lanescope
