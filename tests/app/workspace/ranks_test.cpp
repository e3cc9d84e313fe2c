// The ranks of a run: opened, left for one of them and come back to, without a window.
#include <cstdlib>
#include <string>
#include <vector>

#include <doctest/doctest.h>

#include "tests/app/workspace/workspace_stage.h"
#include "tests/core/ranks/rank_set.h"

namespace lanescope {
namespace {

struct ThreeRanks : WorkspaceStage {
  ThreeRanks() {
    for (int rank = 0; rank < 3; ++rank) {
      const std::string name = "rank" + std::to_string(rank) + ".json";
      files.push_back(folder.write(name, RankSetWriter({.rank = rank, .steps = 3}).text()));
    }
  }
  /// As a double click on it does.
  void open_rank(std::size_t rank) {
    work.ranks()->view()->want(rank);
    for (const OpenRank& request : std::exchange(work.ranks()->view()->requests, {})) run(request);
    REQUIRE(rest());
  }
  std::vector<std::string> files;
};

}  // namespace

TEST_CASE("a folder of ranks, or their files together, are one run") {
  ThreeRanks stage;
  SUBCASE("a folder") {
    stage.run(workspace::Open{stage.folder.path()});
  }
  SUBCASE("a folder that is dropped") {
    stage.run(workspace::Drop{{stage.folder.path()}});
  }
  SUBCASE("files that are dropped") {
    stage.run(workspace::Drop{stage.files});
  }
  SUBCASE("from one of them") {
    REQUIRE(stage.open(stage.files[1]));
    stage.run(workspace::OpenFolderAsRanks{});
  }
  REQUIRE(stage.rest());
  REQUIRE(stage.work.ranks_in_front());
  CHECK(stage.work.ranks()->view()->run().ranks.size() == 3);
  CHECK(stage.front().empty());
}

TEST_CASE("from the trace of a rank the way leads back to all of them, and then out") {
  ThreeRanks stage;
  REQUIRE(stage.open(stage.folder.path()));
  stage.open_rank(2);
  CHECK(stage.front() == "rank2.json");
  CHECK(stage.work.ranks() != nullptr);
  CHECK_FALSE(stage.work.ranks_in_front());
  stage.run(workspace::BackToRanks{});
  CHECK(stage.work.ranks_in_front());
  stage.run(workspace::Close{});
  CHECK(stage.work.ranks() == nullptr);
  CHECK(stage.work.quiet());
}

TEST_CASE("a rank opens at the moment that was in view") {
  ThreeRanks stage;
  REQUIRE(stage.open(stage.folder.path()));
  RanksView& ranks = *stage.work.ranks()->view();
  const TimeRange all = ranks.run().extent;
  ranks.viewport.show({all.begin_ns, all.begin_ns + all.length_ns() / 4});
  const TimeRange wanted{ranks.run().on_own_clock(1, ranks.viewport.range().begin_ns),
                         ranks.run().on_own_clock(1, ranks.viewport.range().end_ns)};
  stage.open_rank(1);
  const TimeRange shown = stage.work.trace()->view.viewport.range();
  CHECK(std::abs(shown.begin_ns - wanted.begin_ns) <= 1);
  CHECK(std::abs(shown.end_ns - wanted.end_ns) <= 1);
}

TEST_CASE("ranks that were read before a stop are kept, and all of them can be had at that time") {
  ThreeRanks stage;
  stage.folder.write("rank3.json.gz", endless_small_trace({.steps = 2000}));
  stage.run(workspace::Open{stage.folder.path()});
  REQUIRE(stage.until([&] { return stage.work.ranks()->run().progress().done == 3; }));
  stage.run(workspace::StopLoading{});
  REQUIRE(stage.rest());
  REQUIRE(stage.work.ranks_in_front());
  CHECK(stage.notice() ==
        "Loading was stopped. 3 of 4 ranks were loaded; all figures cover only these.");
  CHECK(stage.work.notices().shown()->action == "Load all");
  RanksView& part = *stage.work.ranks()->view();
  REQUIRE(part.run().ranks.size() == 3);
  const TimeRange all = part.run().extent;
  part.viewport.show({all.begin_ns, all.begin_ns + all.length_ns() / 4});
  const Ns begin_ns = part.run().on_own_clock(0, part.viewport.range().begin_ns);
  stage.folder.write("rank3.json.gz", gzip(RankSetWriter({.rank = 3, .steps = 3}).text()));
  stage.follow_notice();
  REQUIRE(stage.rest());
  REQUIRE(stage.work.ranks_in_front());
  const RanksView& whole = *stage.work.ranks()->view();
  CHECK(whole.run().ranks.size() == 4);
  CHECK_FALSE(whole.viewport.shows_all());
  CHECK(std::abs(whole.run().on_own_clock(0, whole.viewport.range().begin_ns) - begin_ns) <= 2);
  CHECK(stage.notice().empty());
}

TEST_CASE("ranks that are stopped before any was read can be had all") {
  ThreeRanks stage;
  for (const char* name : {"rank0.json", "rank1.json", "rank2.json"})
    stage.folder.write(name, endless_small_trace({.steps = 2000}));
  stage.run(workspace::Open{stage.folder.path()});
  stage.refresh();
  stage.run(workspace::StopLoading{});
  REQUIRE(stage.rest());
  CHECK(stage.work.ranks() == nullptr);
  CHECK(stage.notice() == "Loading was stopped before any of the 3 ranks was read completely.");
  for (int rank = 0; rank < 3; ++rank)
    stage.folder.write("rank" + std::to_string(rank) + ".json",
                       RankSetWriter({.rank = rank, .steps = 3}).text());
  stage.follow_notice();
  REQUIRE(stage.rest());
  REQUIRE(stage.work.ranks_in_front());
  CHECK(stage.work.ranks()->view()->run().ranks.size() == 3);
}

TEST_CASE("opening another trace leaves the ranks for good") {
  ThreeRanks stage;
  REQUIRE(stage.open(stage.folder.path()));
  REQUIRE(stage.open(stage.trace_file("other.json")));
  CHECK(stage.front() == "other.json");
  CHECK(stage.work.ranks() == nullptr);
}

TEST_CASE("a rank that can not be read leaves the ranks in front") {
  ThreeRanks stage;
  REQUIRE(stage.open(stage.folder.path()));
  stage.folder.write("rank1.json", "Dear diary");
  stage.open_rank(1);
  CHECK(stage.work.ranks_in_front());
  CHECK(stage.notice().starts_with("rank1.json: "));
}

TEST_CASE("traces of two jobs are not taken for ranks, and are compared at a click") {
  WorkspaceStage stage;
  const std::string a = stage.trace_file("base.json");
  const std::string b = stage.trace_file("tuned.json", 5);
  stage.run(workspace::OpenTogether{{a, b}});
  REQUIRE(stage.rest());
  REQUIRE(stage.work.ranks_in_front());
  REQUIRE(stage.work.notices().shown());
  const Notice notice = *stage.work.notices().shown();
  CHECK(notice.text.starts_with("Nothing in these traces tells their ranks"));
  CHECK(notice.action == "Compare the two");
  stage.run(workspace::FollowNotice{notice.on_click, notice.file});
  REQUIRE(stage.rest());
  CHECK(stage.a() == "base.json");
  CHECK(stage.b() == "tuned.json");
}

TEST_CASE("nothing is said of ranks that are ranks") {
  ThreeRanks stage;
  stage.run(workspace::OpenTogether{stage.files});
  REQUIRE(stage.rest());
  CHECK_FALSE(stage.work.notices().shown());
}

TEST_CASE("a folder of ranks is one recent entry, however they were opened") {
  ThreeRanks stage;
  SUBCASE("as a folder") {
    stage.run(workspace::Open{stage.folder.path()});
  }
  SUBCASE("as all of its files") {
    stage.run(workspace::OpenTogether{{stage.files[2], stage.files[0], stage.files[1]}});
  }
  REQUIRE(stage.rest());
  REQUIRE(stage.memory.recent.size() == 1);
  CHECK(stage.memory.recent.front().path == stage.folder.path());
  REQUIRE(stage.open(stage.memory.recent.front().path));
  CHECK(stage.work.ranks()->view()->run().ranks.size() == 3);
  CHECK(stage.memory.recent.size() == 1);
}

TEST_CASE("some of the ranks of a folder are no recent entry, which would open all of them") {
  ThreeRanks stage;
  stage.run(workspace::OpenTogether{{stage.files[0], stage.files[1]}});
  REQUIRE(stage.rest());
  CHECK(stage.work.ranks_in_front());
  CHECK(stage.memory.recent.empty());
}

}  // namespace lanescope
