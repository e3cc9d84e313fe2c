// Runs of a few ranks, of which none has enough others of its role.
#include "core/ranks/fleet/small_run.h"

#include <doctest/doctest.h>

#include "core/ranks/fleet/fleet_files.h"
#include "core/ranks/fleet/fleet_words.h"
#include "core/ranks/ranks.h"
#include "core/ranks/summary/summary_file.h"
#include "tests/core/base/temp_folder.h"
#include "tests/core/ranks/fleet/fleet_of_plan.h"

using namespace lanescope;

namespace {

FleetPlan four_ranks() {
  FleetPlan plan;
  plan.tensor = 1;
  plan.pipeline = 1;
  plan.data = 4;
  return plan;
}

/// The files of a run's summaries, and what compare_ranks says of them.
struct SmallFiles {
  explicit SmallFiles(const FleetPlan& plan) {
    const MadeFleet made(plan);
    for (int replica = 0; replica < plan.data; ++replica) {
      made.summarize(replica, [&](int rank, RankSummary&& summary) {
        names.push_back(folder.path() + "/" + std::to_string(rank) + ".rank");
        REQUIRE_FALSE(write_summary(names.back(), summary));
        facts.take(facts_of(summary));
      });
    }
  }
  TempFolder folder;
  std::vector<std::string> names;
  RunFacts facts;
};

}  // namespace

TEST_CASE("a rank that is always late in a run of four is named as by its traces") {
  FleetPlan plan = four_ranks();
  plan.slow_gpus = {{2, 1.3}};
  const SmallFiles small(plan);
  const RunAnalysis exact = compare_ranks(small.facts);
  FleetFiles files = load_fleet(small.names, 2);
  const FleetAnalysis found = analyze_files(files, {}, 2);
  CHECK(exact.summary.starts_with("rank 2 arrived last at "));
  CHECK(fleet_sentence(files.fleet, found) == exact.summary);
  REQUIRE(found.stragglers.size() == 1);
  const StragglerRow& row = *exact.stragglers.worst();
  const FleetStraggler& one = found.stragglers[0];
  CHECK(one.rank == 2);
  CHECK(one.wait_caused_ns == row.wait_caused_ns);
  CHECK(one.times_last == row.times_last);
  CHECK(one.steps.size() == 10);
  CHECK(one.cause.culprit == row.cause.culprit);
  CHECK(found.collectives == exact.stragglers.collectives);
  CHECK(found.blame.total_ns == exact.stragglers.wait_ns);
  Ns waited_ns = 0;
  for (const Ns ns : found.blame.waited_ns) waited_ns += ns;
  CHECK(waited_ns == exact.stragglers.wait_ns);
  for (std::size_t r = 0; r < 4; ++r) CHECK(found.clocks[r].offset_ns == exact.clocks[r].offset_ns);
}

TEST_CASE("another run's summary in the folder does not shift the ranks of a small run") {
  FleetPlan plan = four_ranks();
  plan.slow_gpus = {{3, 1.3}};
  SmallFiles small(plan);
  RankSummary other = read_summary(small.names[0]).value();
  other.claim.world_size = 4096;
  other.claim.rank = 1;
  small.names.insert(small.names.begin(), small.folder.path() + "/other.rank");
  REQUIRE_FALSE(write_summary(small.names[0], other));
  FleetFiles files = load_fleet(small.names, 1);
  const FleetAnalysis found = analyze_files(files, {}, 1);
  CHECK(found.count(FleetRankState::OtherRun) == 1);
  REQUIRE(found.stragglers.size() == 1);
  CHECK(found.identity.traces[found.stragglers[0].rank].rank == 3);
  CHECK(files.fleet.ranks()[found.stragglers[0].rank].file == small.folder.path() + "/3.rank");
}

TEST_CASE("a rank whose summary turns out to be damaged is named, and the others are compared") {
  FleetPlan plan = four_ranks();
  plan.slow_gpus = {{3, 1.3}};
  const SmallFiles small(plan);
  FleetFiles files = load_fleet(small.names, 1);
  small.folder.write("1.rank", "was written anew, and not to its end");
  const FleetAnalysis found = analyze_files(files, {}, 1);
  CHECK(found.count(FleetRankState::Compared) == 3);
  CHECK(found.states[1] == FleetRankState::Unreadable);
  CHECK(found.exact_summary.starts_with("rank 3 arrived last at "));
  REQUIRE(files.problems.size() == 1);
  CHECK(files.problems[0].file == small.names[1]);
  const std::vector<std::string> notes = fleet_notes(files.fleet, found);
  REQUIRE(notes.size() == 1);
  CHECK_MESSAGE(notes[0] == "1 rank could not be read: rank 1 (1.rank: its summary is damaged)",
                notes[0]);
}

TEST_CASE("a missing rank, whose neighbours then have a role of their own, makes no run small") {
  Fleet fleet;
  add_ranks(fleet, MadeFleet(with_faults(FleetPlan())),
            [](int rank, RankSummary&) { return rank != 6; });
  CHECK_FALSE(is_small_run(fleet.analyze()));
}

TEST_CASE("what cannot be compared with others of its role is told where the run is large") {
  FleetPlan plan;
  plan.tensor = 1;
  plan.pipeline = 33;
  plan.data = 2;
  Fleet fleet;
  add_ranks(fleet, MadeFleet(plan));
  const FleetAnalysis found = fleet.analyze();
  CHECK_FALSE(is_small_run(found));
  const auto notes = fleet_notes(fleet, found);
  REQUIRE_FALSE(notes.empty());
  CHECK(notes.back().find("have fewer than 4 others of their role") != std::string::npos);
}

TEST_CASE("without their files the ranks of a small run stay as they are") {
  Fleet fleet;
  add_ranks(fleet, MadeFleet(four_ranks()));
  FleetAnalysis found = fleet.analyze();
  CHECK(is_small_run(found));
  compare_small_run(fleet, found, {});
  CHECK(found.exact_summary.empty());
}
