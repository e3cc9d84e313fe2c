// Summaries of the ranks of a run: opened, left for the trace of one of them and come back to.
#include <filesystem>
#include <string>
#include <utility>
#include <vector>

#include <doctest/doctest.h>

#include "tests/app/workspace/workspace_stage.h"
#include "tests/core/view/fleet/made_wall.h"

namespace lanescope {
namespace {

struct SummaryStage : WorkspaceStage {
  SummaryStage() { write_summaries(runs, plan()); }
  static FleetPlan plan() {
    FleetPlan made;
    made.slow_gpus = {{5, 1.2}};
    return made;
  }
  [[nodiscard]] std::string file(int rank) const {
    return runs.path() + "/rank" + std::to_string(rank) + ".rank";
  }
  FleetView& wall() {
    REQUIRE(work.ranks() != nullptr);
    REQUIRE(work.ranks()->fleet() != nullptr);
    return *work.ranks()->fleet();
  }
  /// As a double click does.
  void open_rank(std::size_t rank, std::optional<std::size_t> step) {
    wall().want(rank, step);
    REQUIRE(open_wanted(wall()));
  }
  /// Puts the summaries into a folder for each eight of them.
  void spread_over_hosts() const {
    namespace fs = std::filesystem;
    for (int rank = 0; rank < 32; ++rank) {
      const std::string host = runs.path() + "/host" + std::to_string(rank / 8);
      fs::create_directories(host);
      fs::rename(file(rank), host + "/rank" + std::to_string(rank) + ".rank");
    }
  }
  TempFolder runs;
};

}  // namespace

TEST_CASE("summaries open as the wall of their run, however they are named") {
  SummaryStage stage;
  std::size_t ranks = 32;
  SUBCASE("a folder") {
    stage.run(workspace::Open{stage.runs.path()});
  }
  SUBCASE("a folder on the command line") {
    stage.run(workspace::OpenTogether{{stage.runs.path()}});
  }
  SUBCASE("a folder that is dropped") {
    stage.run(workspace::Drop{{stage.runs.path()}});
  }
  SUBCASE("two files that are dropped, which are not compared as traces") {
    stage.run(workspace::Drop{{stage.file(0), stage.file(1)}});
    ranks = 2;
  }
  SUBCASE("several files on the command line") {
    stage.run(workspace::OpenTogether{{stage.file(0), stage.file(1), stage.file(2)}});
    ranks = 3;
  }
  SUBCASE("one file") {
    stage.run(workspace::Open{stage.file(3)});
    ranks = 1;
  }
  SUBCASE("one that is dropped while a trace is open") {
    REQUIRE(stage.open(stage.trace_file("other.json")));
    stage.run(workspace::Drop{{stage.file(3)}});
    ranks = 1;
  }
  REQUIRE(stage.rest());
  CHECK(stage.work.ranks_in_front());
  CHECK(stage.wall().run().ranks().size() == ranks);
  CHECK(stage.wall().grid() != nullptr);
  CHECK(stage.front().empty());
  CHECK(stage.notice().empty());
}

TEST_CASE(
    "summaries in a folder for each host open as the wall at once, by the folder of the run") {
  SummaryStage stage;
  stage.spread_over_hosts();
  stage.runs.write("train.log", "");
  const std::string run = stage.runs.path();
  SUBCASE("opened") {
    stage.run(workspace::Open{run + "/"});
  }
  SUBCASE("named on the command line") {
    stage.run(workspace::OpenTogether{{run}});
  }
  SUBCASE("dropped") {
    stage.run(workspace::Drop{{run}});
  }
  SUBCASE("dropped, with the traces of each host beside its summaries") {
    for (int rank = 0; rank < 8; ++rank)
      stage.runs.write("host0/rank" + std::to_string(rank) + ".json", "{\"traceEvents\":[]}");
    stage.run(workspace::Drop{{run}});
  }
  CHECK_FALSE(stage.work.take_browse());
  REQUIRE(stage.rest());
  CHECK(stage.wall().run().ranks().size() == 32);
  CHECK(stage.work.ranks()->name() == run.substr(run.rfind('/') + 1));
  REQUIRE(stage.memory.recent.size() == 1);
  CHECK(stage.memory.recent.front().path == run);
}

TEST_CASE("a folder with the summaries of separate runs is one to choose in") {
  SummaryStage stage;
  const TempFolder all;
  for (const char* run : {"/monday", "/tuesday"})
    std::filesystem::copy(stage.runs.path(), all.path() + run);
  stage.run(workspace::Drop{{all.path()}});
  const auto browse = stage.work.take_browse();
  REQUIRE(browse);
  CHECK(browse->folder == all.path());
  CHECK(stage.work.ranks() == nullptr);
}

TEST_CASE("a folder of summaries is remembered as one, and what is wrong with a file is said") {
  SummaryStage stage;
  stage.check_damaged_beside(stage.runs);
}

TEST_CASE("what is no summary, but named so, is a problem of that file and nothing is open") {
  SummaryStage stage;
  const std::string file = stage.folder.write("rank0.rank", "no summary");
  REQUIRE(stage.open(file));
  CHECK(stage.work.ranks() == nullptr);
  REQUIRE(stage.work.notices().problem());
  CHECK(stage.work.notices().problem()->file == "rank0.rank");
}

TEST_CASE("a rank whose trace is gone says where it should be") {
  SummaryStage stage;
  REQUIRE(stage.open(stage.runs.path()));
  stage.open_rank(5, 3);
  CHECK(stage.work.ranks_in_front());
  const std::string trace = stage.wall().run().ranks()[5].claim.file;
  CHECK(stage.notice() == "The trace of rank 5 is not at " + trace +
                              ", as its summary says, nor in the folder of the summary.");
}

TEST_CASE("the trace of a rank opens at its step, also from beside the summary, and leads back") {
  SummaryStage stage;
  // Under the name that the summary knows, in the folder of the summaries.
  REQUIRE(stage.open(stage.runs.path()));
  const FleetRank& rank = stage.wall().run().ranks()[5];
  const std::string name = rank.claim.file.substr(rank.claim.file.rfind('/') + 1);
  stage.runs.write(name, small_trace_text({.steps = 3}));
  stage.open_rank(5, 3);
  CHECK(stage.front() == name);
  CHECK_FALSE(stage.work.ranks_in_front());
  stage.run(workspace::BackToRanks{});
  CHECK(stage.work.ranks_in_front());
  CHECK(stage.wall().run().ranks().size() == 32);
  stage.run(workspace::Close{});
  CHECK(stage.work.ranks() == nullptr);
  CHECK(stage.work.quiet());
}

TEST_CASE("a trace opens showing the step that was chosen on the wall") {
  SummaryStage stage;
  REQUIRE(stage.open(stage.runs.path()));
  const std::string trace = stage.trace_file("own.json");
  REQUIRE(stage.open(trace));
  const TimeRange extent = stage.work.trace()->view.snapshot()->extent;
  REQUIRE(stage.open(stage.runs.path()));
  const TimeRange step{extent.begin_ns + extent.length_ns() / 4,
                       extent.begin_ns + extent.length_ns() / 2};
  stage.run(OpenSummarized{"rank 5", trace, stage.file(5), step});
  REQUIRE(stage.rest());
  const TimeRange shown = stage.work.trace()->view.viewport.range();
  CHECK(std::abs(shown.begin_ns - step.begin_ns) <= 1);
  CHECK(std::abs(shown.end_ns - step.end_ns) <= 1);
}

}  // namespace lanescope
