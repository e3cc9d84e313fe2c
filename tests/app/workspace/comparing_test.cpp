// Two runs: how a second one comes beside the first, and how they part, without a window.
#include <string>

#include <doctest/doctest.h>

#include "tests/app/workspace/workspace_stage.h"

namespace lanescope {
namespace {

struct TwoRuns : WorkspaceStage {
  TwoRuns() {
    REQUIRE(open(trace_file("a.json")));
    run(workspace::Compare{trace_file("b.json", 5)});
    REQUIRE(rest());
    REQUIRE(a() == "a.json");
    REQUIRE(b() == "b.json");
  }
};

}  // namespace

TEST_CASE("the second run stands beside the first, with what is told of both in front") {
  TwoRuns two;
  CHECK(two.front() == "a.json");
  CHECK(two.work.trace()->tab_title() == "Compare");
  CHECK(two.work.both().b()->tab_title() == "Compare");
  CHECK(two.work.runs().comparison()->aligned() != nullptr);
  two.run(workspace::SwitchRun{});
  CHECK(two.front() == "b.json");
  two.run(workspace::SwitchRun{});
  CHECK(two.front() == "a.json");
}

TEST_CASE("without a trace there is nothing to compare with, so the file is opened") {
  WorkspaceStage stage;
  stage.run(workspace::Compare{stage.trace_file("a.json")});
  REQUIRE(stage.rest());
  CHECK(stage.a() == "a.json");
  CHECK(stage.b().empty());
}

TEST_CASE("a file that is dropped is opened, beside an open trace it is compared") {
  WorkspaceStage stage;
  stage.run(workspace::Drop{{stage.trace_file("a.json")}});
  REQUIRE(stage.rest());
  CHECK(stage.a() == "a.json");
  CHECK(stage.notice().empty());
  stage.run(workspace::Drop{{stage.trace_file("b.json")}});
  CHECK(stage.notice() == "b.json is compared with a.json.");
  REQUIRE(stage.rest());
  CHECK(stage.a() == "a.json");
  CHECK(stage.b() == "b.json");
  CHECK(stage.work.notices().shown()->action == "Open separately");
  stage.follow_notice();
  REQUIRE(stage.rest());
  CHECK(stage.front() == "b.json");
  CHECK(stage.b().empty());
}

TEST_CASE("two files that are dropped take the place of what was open") {
  TwoRuns two;
  two.run(workspace::Drop{{two.trace_file("c.json"), two.trace_file("d.json")}});
  CHECK(two.a() == "a.json");  // until there is something to show
  REQUIRE(two.rest());
  CHECK(two.a() == "c.json");
  CHECK(two.b() == "d.json");
}

TEST_CASE("another second run takes the place of the first one's partner") {
  TwoRuns two;
  two.run(workspace::Compare{two.trace_file("c.json")});
  REQUIRE(two.rest());
  CHECK(two.a() == "a.json");
  CHECK(two.b() == "c.json");
}

TEST_CASE("runs are swapped, and the one in front stays in front") {
  TwoRuns two;
  two.run(workspace::SwitchRun{});
  REQUIRE(two.front() == "b.json");
  two.run(workspace::SwapRuns{});
  REQUIRE(two.rest());
  CHECK(two.a() == "b.json");
  CHECK(two.b() == "a.json");
  CHECK(two.front() == "b.json");
  CHECK(two.work.both().a()->view.run.side == RunSide::A);
  CHECK(two.work.both().b()->view.run.side == RunSide::B);
}

TEST_CASE("runs that are swapped show the same as before, and what is computed of each is kept") {
  TwoRuns two;
  TraceView& first = two.work.both().a()->view;
  TraceView& second = two.work.both().b()->view;
  const TimeRange shown = first.viewport.range();
  first.viewport.show({shown.begin_ns, shown.begin_ns + shown.length_ns() / 3});
  REQUIRE(two.rest());
  REQUIRE(two.work.runs().joined());
  const TimeView of_first = first.viewport.view(), of_second = second.viewport.view();
  const auto events = two.work.runs().comparison()->aligned()->of_a;
  two.run(workspace::SwapRuns{});
  CHECK(two.work.runs().joined());
  for (int i = 0; i < 3; ++i) {
    CHECK(first.viewport.view() == of_first);
    CHECK(second.viewport.view() == of_second);
    two.refresh();
  }
  CHECK(two.work.runs().comparison()->aligned()->of_b == events);
  REQUIRE(two.rest());
  CHECK(first.viewport.view() == of_first);
  CHECK(second.viewport.view() == of_second);
  CHECK(two.work.runs().comparison()->value() != nullptr);
}

TEST_CASE("closing B leaves A with the tab it had, closing the trace closes both") {
  WorkspaceStage stage;
  REQUIRE(stage.open(stage.trace_file("a.json")));
  stage.work.trace()->show_tab("Kernels");
  stage.run(workspace::Compare{stage.trace_file("b.json")});
  REQUIRE(stage.rest());
  CHECK(stage.work.trace()->tab_title() == "Compare");
  stage.run(workspace::CloseB{});
  CHECK(stage.front() == "a.json");
  CHECK(stage.work.trace()->tab_title() == "Kernels");
  CHECK(stage.work.trace()->view.run.comparison == nullptr);
  stage.run(workspace::Compare{stage.trace_file("b.json")});
  REQUIRE(stage.rest());
  stage.run(workspace::Close{});
  CHECK(stage.a().empty());
  CHECK(stage.b().empty());
  CHECK(stage.memory.tab == "Kernels");
}

TEST_CASE("opening another trace parts two runs once it has something to show") {
  TwoRuns two;
  two.run(workspace::Open{two.trace_file("c.json")});
  CHECK(two.b() == "b.json");
  REQUIRE(two.rest());
  CHECK(two.a() == "c.json");
  CHECK(two.b().empty());
}

TEST_CASE("a second run that can not be read is told of, and the first one stays as it was") {
  WorkspaceStage stage;
  REQUIRE(stage.open(stage.trace_file("a.json")));
  stage.run(workspace::Compare{stage.folder.write("diary.json", "Dear diary")});
  REQUIRE(stage.rest());
  CHECK(stage.front() == "a.json");
  CHECK(stage.b().empty());
  CHECK(stage.work.trace()->tab_title() == "Overview");
  CHECK(stage.work.trace()->view.requests.empty());  // no tab comes to the front later
  CHECK(stage.notice().starts_with("diary.json: "));
}

TEST_CASE("a first run that can not be read takes the second one with it") {
  WorkspaceStage stage;
  stage.run(workspace::OpenBoth{stage.folder.write("diary.json", "Dear diary"),
                                stage.trace_file("b.json")});
  REQUIRE(stage.rest());
  CHECK(stage.front().empty());
  REQUIRE(stage.work.notices().problem());
  CHECK(stage.work.notices().problem()->file == "diary.json");
}

}  // namespace lanescope
