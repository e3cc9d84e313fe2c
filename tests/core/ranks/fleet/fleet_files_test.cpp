// Summaries on disk, and what only they tell: who exactly takes the time.
#include "core/ranks/fleet/fleet_files.h"

#include <filesystem>

#include <doctest/doctest.h>

#include "core/ranks/fleet/fleet_words.h"
#include "core/ranks/fleet/straggler_culprits.h"
#include "core/ranks/summary/summary_file.h"
#include "tests/core/base/temp_folder.h"
#include "tests/core/ranks/fleet/fleet_of_plan.h"

using namespace lanescope;

namespace {

void write_ranks(const TempFolder& folder, const MadeFleet& made) {
  for (int replica = 0; replica < made.plan().data; ++replica) {
    made.summarize(replica, [&](int rank, RankSummary&& summary) {
      const std::string path = folder.path() + "/rank" + std::to_string(rank) + ".rank";
      REQUIRE_FALSE(write_summary(path, summary));
    });
  }
}

}  // namespace

TEST_CASE("a folder of summaries names each straggler's culprit in a sentence") {
  const TempFolder folder;
  const FleetPlan plan = with_faults(FleetPlan());
  write_ranks(folder, MadeFleet(plan));
  folder.write("notes.txt", "not a summary");
  folder.write(".hidden.rank", "not one either");
  folder.write("damaged.rank", "nor this");
  const std::vector<std::string> files = summaries_in_folder(folder.path());
  REQUIRE(files.size() == 33);
  FleetFiles loaded = load_fleet(files, 2);
  REQUIRE(loaded.problems.size() == 1);
  CHECK(loaded.problems[0].file == folder.path() + "/damaged.rank");
  CHECK(loaded.fleet.ranks().size() == 32);
  FleetAnalysis found = loaded.fleet.analyze();
  name_culprits(loaded.fleet, found, 2);
  REQUIRE(found.stragglers.size() == 3);
  CHECK(straggler_of(found, plan.slow_gpus[0].rank)->cause.culprit == "aten::mm");
  CHECK(straggler_of(found, plan.pauses[0].rank)->cause.culprit ==
        "enumerate(DataLoader)#_MultiProcessingDataLoaderIter.__next__");
  CHECK(straggler_of(found, plan.pauses[1].rank)->cause.culprit == "gc.py(12): collect");
  const std::string sentence = fleet_sentence(loaded.fleet, found);
  CHECK(sentence.starts_with(
      "rank 4 (node0002) is late in ProfilerStep#105 only, and the others wait 2."));
  CHECK(sentence.find("Likely cause: more GPU idle time, data loading in "
                      "enumerate(DataLoader)#_MultiProcessingDataLoaderIter.__next__. Lasting: ") !=
        std::string::npos);
  CHECK_MESSAGE(sentence.ends_with(". Also: 1 other straggler, 1 slow link"), sentence);
  CHECK(link_title(found, found.links[0]) == "node0000 and node0008");
  CHECK(fleet_notes(loaded.fleet, found).empty());
}

TEST_CASE("culprits stay unknown where the summaries are gone") {
  FleetPlan plan = with_faults(FleetPlan());
  Fleet fleet;
  add_ranks(fleet, MadeFleet(plan));
  FleetAnalysis found = fleet.analyze();
  name_culprits(fleet, found, 1);
  REQUIRE(found.stragglers.size() == 3);
  for (const FleetStraggler& one : found.stragglers) CHECK(one.cause.culprit.empty());
}

TEST_CASE("a clean run says so, and what is missing") {
  Fleet fleet;
  add_ranks(fleet, MadeFleet{FleetPlan()}, [](int rank, RankSummary& summary) {
    summary.report.complete = rank != 2;
    return rank != 12 && rank != 13;
  });
  const FleetAnalysis found = fleet.analyze();
  CHECK(fleet_sentence(fleet, found) ==
        "no rank delays the others and no link is slow in 10 steps of 30 ranks");
  // Ranks 2 and 3 are in the groups that lack a rank, which does not set them apart.
  const std::vector<std::string> notes = fleet_notes(fleet, found);
  REQUIRE(notes.size() == 2);
  CHECK(notes[0] == "ranks 12, 13 of the run have no trace");
  CHECK(notes[1].starts_with("incomplete trace: rank 2 (10 of 10 steps)"));
}

TEST_CASE("a damaged summary keeps the rank that its name tells, and takes no other's") {
  const TempFolder folder;
  const MadeFleet made{FleetPlan()};
  write_ranks(folder, made);
  folder.write("rank3.rank", "not a summary");
  folder.write("notes.rank", "nor this");
  std::filesystem::remove(folder.path() + "/rank20.rank");
  FleetFiles files = load_fleet(summaries_in_folder(folder.path()), 2);
  CHECK(files.problems.size() == 2);
  const FleetAnalysis found = analyze_files(files, {}, 2);
  CHECK(found.count(FleetRankState::Compared) == 30);
  CHECK(found.count(FleetRankState::Unreadable) == 1);
  CHECK(found.identity.missing == std::vector<std::int64_t>{20});
  for (std::uint32_t r = 0; r < files.fleet.ranks().size(); ++r) {
    const std::string title = rank_or_file(files.fleet, found, r);
    CHECK(files.fleet.ranks()[r].file == folder.path() + "/rank" + title.substr(5) + ".rank");
  }
  const std::vector<std::string> notes = fleet_notes(files.fleet, found);
  REQUIRE(notes.size() == 2);
  CHECK(notes[0] == "rank 20 of the run has no trace");
  CHECK_MESSAGE(notes[1].starts_with("1 rank could not be read: rank 3 (rank3.rank: is "),
                notes[1]);
}

TEST_CASE("a trace that cannot be read and has no number does not stand for a missing rank") {
  Fleet fleet;
  add_ranks(fleet, MadeFleet{FleetPlan()}, [](int rank, RankSummary&) { return rank != 5; });
  SummarySource source;
  source.file = "/traces/broken.json.gz";
  fleet.add(fleet_rank(unreadable_rank(source, "is no trace"), "broken.rank"));
  const FleetAnalysis found = fleet.analyze();
  CHECK(found.identity.missing == std::vector<std::int64_t>{5});
  const std::vector<std::string> notes = fleet_notes(fleet, found);
  REQUIRE(notes.size() == 2);
  CHECK(notes[1] == "1 rank could not be read: broken.json.gz: is no trace");
}

TEST_CASE("the folder does not have to be there") {
  CHECK(summaries_in_folder("/nonexistent/folder").empty());
  CHECK(load_fleet({}, 2).fleet.ranks().empty());
}
