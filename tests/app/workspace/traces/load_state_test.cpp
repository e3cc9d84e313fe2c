#include "app/workspace/traces/load_state.h"

#include <doctest/doctest.h>

namespace lanescope {
namespace {

TEST_CASE("a load tells bytes, events and the time that is left") {
  LoadFacts facts;
  facts.bytes_done = 512U << 20;
  facts.bytes_total = 1024U << 20;
  facts.events = 3'400'000;
  facts.seconds = 4.3;
  const std::string text = load_progress_text(facts);
  CHECK(text.find("50 %") != std::string::npos);
  CHECK(text.find("512.0 MiB of 1.000 GiB") != std::string::npos);
  CHECK(text.find("3.40 M events") != std::string::npos);
  CHECK(text.find("6 s left") != std::string::npos);
}

TEST_CASE("the bar never goes back from phase to phase") {
  LoadFacts facts;
  facts.bytes_done = facts.bytes_total = 100;
  float last = load_share(facts);
  for (const LoadPhase phase : {LoadPhase::Sorting, LoadPhase::Linking, LoadPhase::Done}) {
    facts.phase = phase;
    CHECK(load_share(facts) >= last);
    last = load_share(facts);
  }
  CHECK(last == 1);
}

TEST_CASE("a load that is being stopped says so, and guesses no end") {
  LoadFacts facts;
  facts.events = 3'400'000;
  facts.seconds = 4.3;
  facts.bytes_done = 50;
  facts.bytes_total = 100;
  facts.stopping = true;
  CHECK(load_progress_text(facts) == "stopping · 3.40 M events");
  facts.phase = LoadPhase::Sorting;
  CHECK(load_progress_text(facts) == "stopping · sorting 3.40 M events");
}

TEST_CASE("while a report is exported, what is written is told, and the bar waits") {
  LoadFacts facts;
  facts.phase = LoadPhase::Exporting;
  facts.seconds = 5;
  CHECK(load_progress_text(facts) == "Exporting report by nsys");
  facts.bytes_done = 512U << 20;
  CHECK(load_progress_text(facts) == "Exporting report by nsys · 512.0 MiB written");
  CHECK(load_share(facts) == 0);
  facts.stopping = true;
  CHECK(load_progress_text(facts) == "stopping · exporting report by nsys");
}

TEST_CASE("nothing is guessed before anything was read") {
  LoadFacts facts;
  facts.seconds = 5;
  CHECK(load_progress_text(facts).find("left") == std::string::npos);
  CHECK(load_share(facts) == 0);
}

TEST_CASE("a load that failed or was stopped does not claim to be done") {
  LoadFacts facts;
  facts.events = 1'000'000;
  facts.seconds = 2.8;
  facts.state = Session::State::Ready;
  CHECK(load_done_text(facts) == "1.00 M events · loaded in 2.8 s");
  facts.state = Session::State::Cancelled;
  CHECK(load_done_text(facts) == "1.00 M events · stopped after 2.8 s");
  facts.state = Session::State::Failed;
  CHECK(load_done_text(facts) == "1.00 M events · failed after 2.8 s");
  facts.timed = false;
  CHECK(load_done_text(facts) == "1.00 M events · failed");
}

TEST_CASE("a notice names what is missing of a trace, the worst first") {
  LoadReport report;
  report.kept = 2349;
  report.complete = true;
  CHECK_FALSE(report_notice(report));
  report.issues.push_back({"second_list", "", 7, 0, "", false});
  REQUIRE(report_notice(report));
  CHECK(report_notice(report)->text ==
        "The file has a second list of 7 events, which were not read. 2,349 events were loaded.");
  report.issues.clear();
  report.listed = 3;
  REQUIRE(report_notice(report));
  CHECK(report_notice(report)->text ==
        "3 events in the file could not be used; 2,349 events were loaded.");
  report.set_aside = 1;
  report.issues.push_back({"distant_time", "", 1, 1702, "aten::far", true});
  CHECK(report_notice(report)->text ==
        "1 event was set aside because its time cannot be right ('aten::far', byte 1,702); 2,349 "
        "events were loaded.");
  report.complete = false;
  CHECK(report_notice(report)->text == "File is truncated; 2,349 events were recovered.");
  report.issues.push_back({"file_changed", "", 1, 0, "", false});
  CHECK(report_notice(report)->text.starts_with("The file changed while it was loading"));
  report.issues.push_back({"records_not_written", "", 37'651, 0, "", true});
  const auto notice = report_notice(report);
  CHECK(notice->text ==
        "The disk was full while this was recorded: 37,651 records are missing. 2,349 events were "
        "loaded.");
  CHECK(notice->kind == NoticeKind::Error);
  CHECK(notice->on_click == NoticeAction::ShowLoadReport);
}

TEST_CASE("large counts are short") {
  CHECK(short_count(23498) == "23,498");
  CHECK(short_count(1'240'000) == "1.24 M");
  CHECK(short_count(49'900'000) == "49.9 M");
}

}  // namespace
}  // namespace lanescope
