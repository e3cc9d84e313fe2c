// Summaries of many runs: opened as their history, left for one of its runs and come back to.
#include <string>
#include <utility>

#include <doctest/doctest.h>

#include "tests/app/workspace/workspace_stage.h"
#include "tests/core/history/written_history.h"
#include "tests/core/view/fleet/made_wall.h"

namespace lanescope {
namespace {

struct HistoryStage : WorkspaceStage {
  HistoryStage() { write_history(runs, with_one_change()); }
  HistoryView& history() {
    REQUIRE(work.ranks() != nullptr);
    REQUIRE(work.ranks()->history() != nullptr);
    return *work.ranks()->history();
  }
  [[nodiscard]] std::string file(const char* name) const { return runs.path() + "/" + name; }
  /// As a double click does.
  void open_run(std::size_t run) {
    history().want(run);
    REQUIRE(open_wanted(history()));
  }
  TempFolder runs;
};

}  // namespace

TEST_CASE("summaries of one rank over many runs open as their history, however they are named") {
  HistoryStage stage;
  std::size_t runs = 30;
  SUBCASE("a folder") {
    stage.run(workspace::Open{stage.runs.path()});
  }
  SUBCASE("several files on the command line") {
    stage.run(workspace::OpenTogether{
        {stage.file("run003.rank"), stage.file("run001.rank"), stage.file("run002.rank")}});
    runs = 3;
  }
  SUBCASE("files that are dropped") {
    stage.run(workspace::Drop{{stage.file("run003.rank"), stage.file("run001.rank")}});
    runs = 2;
  }
  REQUIRE(stage.rest());
  CHECK(stage.work.ranks_in_front());
  CHECK(stage.work.ranks()->fleet() == nullptr);
  CHECK(stage.history().series().runs.size() == runs);
  CHECK(stage.work.ranks()->words(false) == std::to_string(runs) + " runs · loaded");
  CHECK(stage.notice().empty());
}

TEST_CASE("the run at which the step time changed last is selected") {
  HistoryStage stage;
  REQUIRE(stage.open(stage.runs.path()));
  CHECK(stage.history().run() == 20);
  CHECK(stage.history().picks() == 0);  // not by the user
}

TEST_CASE("a history is remembered as its folder, and what is wrong with a file is said") {
  HistoryStage stage;
  stage.check_damaged_beside(stage.runs);
}

TEST_CASE("a run opens with its trace, and leads back to all runs") {
  HistoryStage stage;
  stage.runs.write("run004.pt.trace.json.gz", small_trace_text({.steps = 3}));
  REQUIRE(stage.open(stage.runs.path()));
  stage.open_run(4);
  CHECK(stage.front() == "run004.pt.trace.json.gz");
  stage.run(workspace::BackToRanks{});
  CHECK(stage.work.ranks_in_front());
  CHECK(stage.history().series().runs.size() == 30);
}

TEST_CASE("a run whose trace is gone opens with its summary, says so, and leads back") {
  HistoryStage stage;
  REQUIRE(stage.open(stage.runs.path()));
  stage.open_run(4);
  REQUIRE(stage.work.ranks()->fleet() != nullptr);
  CHECK(stage.work.ranks()->files() == std::vector<std::string>{stage.file("run004.rank")});
  CHECK(stage.notice() ==
        "The trace of run 5 is not at /traces/run004.pt.trace.json.gz, as its summary says, nor in "
        "the folder of the summary. This is its summary.");
  CHECK(stage.work.notices().shown()->action == "Back to all runs");
  stage.follow_notice();
  REQUIRE(stage.rest());
  CHECK(stage.history().series().runs.size() == 30);
}

TEST_CASE("nothing is compared with a history, whether it is open or still loading") {
  HistoryStage stage;
  const TempFolder wall;
  write_summaries(wall, FleetPlan());
  stage.run(workspace::Open{stage.runs.path()});
  SUBCASE("open") {
    REQUIRE(stage.rest());
  }
  SUBCASE("loading") {}
  stage.run(workspace::Compare{wall.path()});
  REQUIRE(stage.rest());
  CHECK(stage.notice().find("runs of a history are compared with each other only") !=
        std::string::npos);
  CHECK(stage.history().series().runs.size() == 30);
  CHECK(stage.work.ranks()->other() == nullptr);
}

TEST_CASE("eight ranks of one run are still a wall") {
  HistoryStage stage;
  const TempFolder wall;
  write_summaries(wall, FleetPlan());
  REQUIRE(stage.open(wall.path()));
  CHECK(stage.work.ranks()->fleet() != nullptr);
  CHECK(stage.work.ranks()->history() == nullptr);
}

}  // namespace lanescope
