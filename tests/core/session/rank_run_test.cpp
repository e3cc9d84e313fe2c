#include "core/session/rank_run.h"

#include <filesystem>
#include <string>
#include <vector>

#include <doctest/doctest.h>

#include "core/view/ranks/text.h"
#include "tests/core/base/temp_folder.h"
#include "tests/core/ranks/rank_set.h"

using namespace lanescope;

namespace {

struct SmallSet {
  explicit SmallSet(int ranks) {
    // In no order: the files say which rank they are.
    for (int rank = ranks - 1; rank >= 0; --rank) {
      files.push_back(
          folder.write("rank" + std::to_string(rank) + ".json", rank_of_usual_set(rank, 2)));
    }
  }
  TempFolder folder;
  std::vector<std::string> files;
};

/// Two ranks by their names, the second one's clock that much ahead.
struct WithoutCollectives {
  explicit WithoutCollectives(int apart_us) {
    for (int rank = 0; rank < 2; ++rank) {
      const RankSetTrace trace{.rank = rank,
                               .steps = 2,
                               .clock_us = rank * apart_us,
                               .lacks_first = true,
                               .keeps_every = 1000};
      files.push_back(
          folder.write("rank" + std::to_string(rank) + ".json", RankSetWriter(trace).text()));
    }
  }
  TempFolder folder;
  std::vector<std::string> files;
};

}  // namespace

TEST_CASE("the ranks of a run are read in the background and put in order") {
  const SmallSet set(4);
  std::atomic<int> woken{0};
  RankRun run(set.files, [&woken] { ++woken; });
  run.wait();
  CHECK(run.state() == RankRun::State::Ready);
  CHECK(woken > 4);
  CHECK(run.folder() == set.folder.path());
  const auto picture = run.picture();
  REQUIRE(picture);
  REQUIRE(picture->ranks.size() == 4);
  for (std::size_t t = 0; t < 4; ++t) {
    CHECK(picture->rank(t) == static_cast<std::int64_t>(t));
    CHECK(picture->ranks[t].file.ends_with("rank" + std::to_string(t) + ".json"));
    CHECK(picture->ranks[t].snapshot != nullptr);
    CHECK(picture->ranks[t].steps.size() == 2);
    CHECK(picture->ranks[t].streams.size() == 2);
    // A step is what its 10 * 6 kernels of 15 µs are.
    CHECK(picture->ranks[t].steps[0].compute_ns == 900'000);
  }
  // The clock of rank 2 shows 74 µs more.
  CHECK(picture->analysis.clocks[2].offset_ns == -74'000);
  const RankRunProgress progress = run.progress();
  CHECK(progress.done == 4);
  CHECK(progress.share == 1);
  REQUIRE(run.tables());
  CHECK(run.tables()->ranks.rows.size() == 4);
  CHECK(run.tables()->collectives.rows.size() == picture->analysis.matched.collectives.size());
}

TEST_CASE("some of the ranks of a folder are not the run of that folder") {
  SmallSet set(3);
  set.files.pop_back();
  RankRun run(set.files, {});
  run.wait();
  CHECK(run.state() == RankRun::State::Ready);
  CHECK(run.folder().empty());
}

TEST_CASE("a file that does not name its rank is of the rank its collectives say") {
  const TempFolder folder;
  const auto file_of = [&folder](int rank) {
    std::string text = rank_of_usual_set(rank, 2);
    text.erase(text.find("\"distributedInfo\""), text.find("\"traceEvents\"") - 1);
    const std::string event =
        R"({"ph": "X", "cat": "cpu_op", "name": "record_param_comms", "pid": 1, "tid": 1, )"
        R"("ts": 900, "dur": 1, "args": {"Rank": )";
    text.insert(text.find('[') + 1, event + std::to_string(rank + 4) + "}},\n");
    return folder.write(rank == 0 ? "b.json" : "a.json", text);
  };
  RankRun run({file_of(0), file_of(1)}, {});
  run.wait();
  const auto picture = run.picture();
  REQUIRE(picture);
  REQUIRE(picture->ranks.size() == 2);
  CHECK(picture->rank(0) == 4);
  CHECK(picture->ranks[0].file.ends_with("b.json"));
  CHECK(picture->rank(1) == 5);
}

TEST_CASE("what does not fit into memory is left out of the picture, the rest is there") {
  const SmallSet set(3);
  RankRun run(set.files, {}, {.snapshot_bytes = 1});
  run.wait();
  const auto picture = run.picture();
  REQUIRE(picture);
  CHECK(picture->without_snapshot == 3);
  CHECK(picture->ranks[1].snapshot == nullptr);
  CHECK(picture->ranks[1].compute.size() > 0);
  CHECK(picture->analysis.clocks[1].aligned());
}

TEST_CASE("files that can not be read are listed, what is no trace beside them") {
  SmallSet set(2);
  set.files.push_back(set.folder.path() + "/rank9.json");
  set.files.push_back(set.folder.write("note.json", "{\"a\": 1}"));
  RankRun run(set.files, {});
  run.wait();
  const auto picture = run.picture();
  REQUIRE(picture);
  CHECK(picture->ranks.size() == 2);
  REQUIRE(picture->failures.size() == 2);
  CHECK(!picture->failures[0].is_other);
  CHECK(picture->failures[1].is_other);
  CHECK(run.tables()->files.rows.size() == 2);
}

TEST_CASE("a rank's file that is rewritten while the others are read is told") {
  const SmallSet set(3);
  std::atomic<int> woken{0};
  RankRun run(set.files,
              [&set, &woken] {
                if (++woken == 1) set.folder.write("rank2.json", rank_of_usual_set(2, 3));
              },
              {.at_once = 1});
  run.wait();
  const auto picture = run.picture();
  REQUIRE(picture);
  REQUIRE(picture->ranks.size() == 3);
  CHECK(picture->ranks[2].changed);
  CHECK_FALSE(picture->ranks[0].changed);
  CHECK(run.tables()->files.rows.size() == 1);
  CHECK(ranks_problem(*picture) ==
        "rank2.json changed while the ranks were being read; open them again once it is complete");
}

TEST_CASE("without a file that can be read there is no picture but a reason") {
  const TempFolder folder;
  RankRun run({folder.write("a.json", "no"), folder.write("b.json", "no")}, {});
  run.wait();
  CHECK(run.state() == RankRun::State::Failed);
  CHECK(!run.picture());
  CHECK(!run.failure().message.empty());
}

TEST_CASE("a run that is stopped at once has nothing, and ends") {
  const SmallSet set(4);
  RankRun run(set.files, {});
  run.cancel();
  run.wait();
  CHECK(run.state() == RankRun::State::Cancelled);
  if (const auto picture = run.picture()) CHECK(picture->stopped);
}

TEST_CASE("what there is of a run that was stopped is told in words") {
  CHECK(stopped_ranks_text(8, 8).empty());
  CHECK(stopped_ranks_text(0, 8) ==
        "Loading was stopped before any of the 8 ranks was read completely.");
  CHECK(stopped_ranks_text(1, 8) ==
        "Loading was stopped. 1 of 8 ranks was loaded; all figures cover only it.");
  CHECK(stopped_ranks_text(3, 8) ==
        "Loading was stopped. 3 of 8 ranks were loaded; all figures cover only these.");
}

TEST_CASE("ranks of one run keep the clock that they share, without collectives too") {
  const WithoutCollectives set(1'000);
  RankRun run(set.files, {});
  run.wait();
  const auto picture = run.picture();
  REQUIRE(picture);
  CHECK_FALSE(picture->own_starts);
  const auto begin_ns = [&picture](std::size_t trace) {
    return picture->on_axis(trace, picture->ranks[trace].extent.begin_ns);
  };
  CHECK(begin_ns(1) - begin_ns(0) >= 900'000);
  CHECK(unrelated_text(*picture).empty());
}

TEST_CASE("recordings far apart are drawn each from its own start, whatever their names say") {
  const WithoutCollectives set(1'000'000'000);
  RankRun run(set.files, {});
  run.wait();
  const auto picture = run.picture();
  REQUIRE(picture);
  REQUIRE(picture->ranks.size() == 2);
  CHECK(picture->own_starts);
  for (std::size_t trace = 0; trace < 2; ++trace)
    CHECK(picture->on_axis(trace, picture->ranks[trace].extent.begin_ns) ==
          picture->extent.begin_ns);
  CHECK(picture->extent.length_ns() < 1'000'000'000);
  CHECK(unrelated_text(*picture) ==
        "These traces were recorded far apart in time, so they may not be ranks of one run.");
}

TEST_CASE("a run in folders of hosts remembers the folder that they lie in") {
  const SmallSet set(2);
  std::filesystem::create_directory(set.folder.path() + "/a");
  std::filesystem::create_directory(set.folder.path() + "/b");
  const std::vector<std::string> moved = {set.folder.path() + "/a/rank0.json",
                                          set.folder.path() + "/b/rank1.json"};
  for (std::size_t i = 0; i < 2; ++i) std::filesystem::rename(set.files[i], moved[i]);
  RankRun run(moved, {});
  run.wait();
  CHECK(run.folder() == set.folder.path());
}
