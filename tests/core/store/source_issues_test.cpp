// What was wrong with a file is told of what it was converted to.
#include "core/store/source_issues.h"

#include <string>

#include <doctest/doctest.h>

#include "tests/core/export/written_trace.h"
#include "tests/core/fixtures/load_text.h"

using namespace lanescope;

namespace {

const std::string kOp =
    R"({"ph": "X", "cat": "cpu_op", "name": "op", "pid": 1, "tid": 1, "ts": 0, "dur": 9})";
/// One event without a time, and one that begins and does not end.
const std::string kFaulty = R"({"traceEvents": [)" + kOp +
                            R"(, {"ph": "X", "name": "lost", "pid": 1, "tid": 1, "dur": 1},
{"ph": "B", "name": "open", "pid": 1, "tid": 1, "ts": 5}]})";

void check_told(const Snapshot& trace, const std::string& what) {
  const LoadIssue& issue = issue_of(trace, "source_issues");
  CHECK(issue.example == what);
  CHECK_FALSE(issue.lost);
  CHECK(trace.report.listed == 0);
  CHECK(trace.report.kept == trace.counts.total);
}

}  // namespace

TEST_CASE("what was lost of a file is told of what it was converted to") {
  for (const std::string target : {"second.json", "second.pftrace"}) {
    CAPTURE(target);
    const Written written(kFaulty, "first.json", target);
    check_told(*written.after.snapshot, "1 unusable_time, 1 begin_without_end");
    CHECK(issue_of(*written.after.snapshot, "source_issues").count == 2);
  }
}

TEST_CASE("a truncated file is told to be one, as often as it is converted") {
  const std::string cut = R"({"traceEvents": [)" + kOp + ", " + kOp.substr(0, 40);
  const Written once(cut);
  CHECK(once.after.snapshot->report.complete);
  check_told(*once.after.snapshot, "truncated, 1 cut_off_event");
  const std::string path = once.folder.path() + "/third.json";
  REQUIRE_FALSE(write_trace_file(path, *once.after.snapshot, event_reader(once.after), {}));
  const auto twice = load_trace(path);
  REQUIRE(twice.ok());
  check_told(*twice.value().snapshot, "truncated, 1 cut_off_event");
}

TEST_CASE("what a converted file tells itself is not told twice") {
  const Written written(R"({"traceEvents": [
{"ph": "X", "cat": "kernel", "name": "a", "pid": 0, "tid": 7, "ts": 1, "dur": 9},
{"ph": "B", "cat": "kernel", "name": "b", "pid": 0, "tid": 7, "ts": 20}]})");
  CHECK(issue_count(*written.after.snapshot, "kernel_without_time") == 1);
  CHECK(issue_count(*written.after.snapshot, "source_issues") == 0);
}

TEST_CASE("what was mended is not told") {
  const Written written(R"({"traceEvents": [
{"ph": "X", "cat": "cpu_op", "name": "a "quoted" name", "pid": 1, "tid": 1, "ts": 1, "dur": 9}]})");
  CHECK(issue_count(*written.before.snapshot, "repaired_event") == 1);
  CHECK(written.after.snapshot->report.issues.empty());
}

TEST_CASE("of a file without a fault nothing is told") {
  const Written written(R"({"traceEvents": [)" + kOp + "]}");
  CHECK(written.after.snapshot->report.issues.empty());
  CHECK(written.after.snapshot->info.metadata.find("lanescopeSourceIssues") == nullptr);
}

TEST_CASE("a member that another program wrote does no harm") {
  const auto trace = load_text(R"({"traceEvents": [)" + kOp + R"(], "lanescopeSourceIssues": {
"records_dropped": 12000, "records_dropped": 1, "Not a kind": 1, "negative": -1, "text": "x",
"huge": 1e300, "nested": {}, "": 1}})");
  check_told(*trace, "12,000 records_dropped");
  CHECK(load_text(R"({"traceEvents": [)" + kOp + R"(], "lanescopeSourceIssues": [1]})")
            ->report.issues.empty());
}
