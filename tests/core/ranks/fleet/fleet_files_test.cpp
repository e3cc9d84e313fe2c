// Summaries on disk, and what only they tell: who exactly takes the time.
#include "core/ranks/fleet/fleet_files.h"

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

TEST_CASE("the folder does not have to be there") {
  CHECK(summaries_in_folder("/nonexistent/folder").empty());
  CHECK(load_fleet({}, 2).fleet.ranks().empty());
}
