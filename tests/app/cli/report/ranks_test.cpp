#include "app/cli/report/ranks.h"

#include <doctest/doctest.h>

#include "tests/core/fixtures/trace_text.h"

using namespace lanescope;

namespace {

void add(RanksReport& report, const Snapshot& trace, const std::string& file) {
  const ReadEvent read;
  report.add(ReportInput{trace, whole_window(), read, {}}, file, true);
}

/// A trace with one kernel of this duration.
std::shared_ptr<const Snapshot> one_kernel(const std::string& dur) {
  return TraceText().kernel("gemm", "0", dur, "1").load();
}

}  // namespace

TEST_CASE("traces that nothing relates are called by their files, not by numbers of ranks") {
  const auto step = one_kernel("100"), sweep = one_kernel("300");
  RanksReport report;
  add(report, *step, "runs/step.json");
  add(report, *sweep, "runs/sweep.json");
  const std::string text = report.text();
  CAPTURE(text);
  const auto has = [&](std::string_view words) { return text.find(words) != std::string::npos; };
  CHECK(has("Nothing in these traces tells their ranks, so they may not be ranks of one run.\n"));
  CHECK(has("\ntrace "));
  CHECK(has("\nstep.json: not compared: "));
  CHECK(has("\nsweep.json "));
  CHECK_FALSE(has("rank 0"));
  CHECK_FALSE(has("\nrank"));
  CHECK_FALSE(has("(1)"));
}

TEST_CASE("traces of one name are called by their folders too") {
  const auto trace = one_kernel("100");
  RanksReport report;
  add(report, *trace, "a/trace.json");
  add(report, *trace, "b/trace.json");
  const std::string page = report.markdown();
  CAPTURE(page);
  CHECK(page.starts_with("# All 2 traces\n"));
  CHECK(page.find("| trace | offset") != std::string::npos);
}

TEST_CASE("traces whose files name their ranks are ranks") {
  const auto trace = one_kernel("100");
  RanksReport report;
  add(report, *trace, "run/rank0.json");
  add(report, *trace, "run/rank1.json");
  const std::string text = report.text();
  CAPTURE(text);
  CHECK(text.find("\nrank 1: not compared: ") != std::string::npos);
  CHECK(text.find("may not be ranks") == std::string::npos);
}

TEST_CASE("a rank whose file cannot be read is named with the reason, and not missing") {
  const auto trace = one_kernel("100");
  RanksReport report;
  add(report, *trace, "run/rank0.json");
  add(report, *trace, "run/rank3.json");
  report.add_unreadable("run/rank1.json", "the file is empty");
  report.add_unreadable("run/notes.json", "is no trace");
  const std::string text = report.text();
  CAPTURE(text);
  CHECK(text.find("\nrank 2 of the run has no trace\n") != std::string::npos);
  CHECK(text.find("\ncould not be read: rank 1 (rank1.json: the file is empty)\n") !=
        std::string::npos);
  CHECK(text.find("\nrank 3: not compared: ") != std::string::npos);
}

TEST_CASE("ranks by name that were recorded days apart are said to be, in text and JSON") {
  constexpr Ns kDay = 86'400'000'000'000;
  const auto first = one_kernel("100");
  Snapshot earlier = *first, later = *first;
  earlier.info.base_ns = 20'000 * kDay;
  later.info.base_ns = 20'002 * kDay;
  const std::string far =
      "These traces were recorded far apart in time, so they may not be ranks of one run.";
  RanksReport text, json, beside;
  for (RanksReport* report : {&text, &json}) {
    add(*report, earlier, "run/rank0.json");
    add(*report, later, "run/rank1.json");
  }
  CHECK(text.text().find(far + "\n") != std::string::npos);
  CHECK(json.json().at("unrelated") == far);
  add(beside, earlier, "run/rank0.json");
  add(beside, earlier, "run/rank1.json");
  CHECK(beside.json().at("unrelated").is_null());
}
