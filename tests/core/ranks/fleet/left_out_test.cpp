// What a comparison of ranks leaves out, and that it says so.
#include <doctest/doctest.h>

#include "core/ranks/fleet/fleet_words.h"
#include "tests/core/ranks/fleet/fleet_of_plan.h"

using namespace lanescope;

TEST_CASE("of two summaries of a rank, the one that belongs to the run is compared") {
  Fleet fleet;
  RankSummary stray;
  add_ranks(fleet, MadeFleet{FleetPlan()}, [&](int rank, RankSummary& summary) {
    if (rank == 3) stray = summary;
    return true;
  });
  Ns moved_ns = 0;
  for (RankCollective& one : stray.collectives.collectives) {
    moved_ns = (moved_ns * 7 + 12'345'678) % 40'000'000;
    one.range.end_ns += moved_ns;
  }
  fleet.add(fleet_rank(std::move(stray), "other3.rank"));  // before "rank3.rank"
  const FleetAnalysis found = fleet.analyze();
  CHECK(found.count(FleetRankState::Compared) == 32);
  CHECK(found.count(FleetRankState::Repeated) == 1);
  const auto at = std::ranges::find(fleet.ranks(), "other3.rank", &FleetRank::file);
  CHECK(found.states[static_cast<std::size_t>(at - fleet.ranks().begin())] ==
        FleetRankState::Repeated);
  const std::vector<std::string> notes = fleet_notes(fleet, found);
  REQUIRE(notes.size() == 1);
  CHECK(notes[0].ends_with("left out, as the rank has another summary: other3.rank (rank 3)"));
}

TEST_CASE("two runs are told as such, with the files that are left out") {
  Fleet fleet;
  const MadeFleet made{FleetPlan()};
  add_ranks(fleet, made);
  for (int replica = 0; replica < made.plan().data; ++replica) {
    made.summarize(replica, [&](int rank, RankSummary&& summary) {
      fleet.add(fleet_rank(std::move(summary), "second/rank" + std::to_string(rank) + ".rank"));
    });
  }
  const FleetAnalysis found = fleet.analyze();
  const std::vector<std::string> notes = fleet_notes(fleet, found);
  REQUIRE(notes.size() == 1);
  CHECK(notes[0].find("second/rank0.rank (rank 0), second/rank1.rank (rank 1), second/rank2.rank "
                      "(rank 2) and 29 more. These look like two runs") != std::string::npos);
  CHECK(notes[0].find("lanescope compare") != std::string::npos);
}

TEST_CASE("where the trace of one rank ends, the others are still compared") {
  FleetPlan plan;
  plan.slow_gpus = {{9, 1.3}};
  const MadeFleet made(plan);
  const auto analyzed = [&](bool cut) {
    Fleet fleet;
    add_ranks(fleet, made, [&](int rank, RankSummary& summary) {
      if (!cut || rank != 12) return true;
      summary.report.complete = false;
      const Ns end_ns = summary.steps[2].range.begin_ns;
      summary.steps.resize(2);
      std::erase_if(summary.collectives.collectives,
                    [&](const RankCollective& one) { return one.range.begin_ns >= end_ns; });
      return true;
    });
    const FleetAnalysis found = fleet.analyze();
    REQUIRE(found.stragglers.size() == 1);
    CHECK(found.stragglers[0].steps.size() == 10);
    if (cut)
      CHECK(fleet_notes(fleet, found)
                .back()
                .starts_with("incomplete trace: rank 12 (2 of 10 steps)"));
    return static_cast<double>(found.stragglers[0].wait_caused_ns);
  };
  CHECK(analyzed(true) > 0.85 * analyzed(false));
}

TEST_CASE("warm-up steps are left out, and told to be") {
  Fleet fleet;
  add_ranks(fleet, MadeFleet{FleetPlan()}, make_warm_up);
  const FleetAnalysis found = fleet.analyze();
  CHECK(fleet_sentence(fleet, found).ends_with("in 9 steps of 32 ranks"));
  const std::vector<std::string> notes = fleet_notes(fleet, found);
  REQUIRE(notes.size() == 1);
  CHECK(notes[0] == "1 of 10 steps is left out as warm-up: ProfilerStep#100");
}

TEST_CASE("a stall of one rank in the first step is no warm-up of the run") {
  FleetPlan plan;
  plan.pauses = {{plan.rank_of(0, 2, 0), 0, 200'000'000, true}};
  Fleet fleet;
  add_ranks(fleet, MadeFleet(plan), [&](int, RankSummary& summary) {
    summary.steps[0].warm_up = true;  // as it takes longer than all others, on all ranks
    for (RankCollective& one : summary.collectives.collectives)
      one.counts = one.counts && one.step != 0;
    return true;
  });
  const FleetAnalysis found = fleet.analyze();
  REQUIRE(found.stragglers.size() == 1);
  CHECK(found.identity.traces[found.stragglers[0].rank].rank == plan.pauses[0].rank);
  CHECK(found.stragglers[0].wait_caused_ns > plan.pauses[0].ns);
  CHECK(fleet_notes(fleet, found).empty());
}

TEST_CASE("ranks that nothing tells are called by their files") {
  FleetPlan plan;
  plan.slow_gpus = {{9, 1.3}};
  Fleet fleet;
  const MadeFleet made(plan);
  for (int replica = 0; replica < plan.data; ++replica) {
    made.summarize(replica, [&](int rank, RankSummary&& summary) {
      const std::string name = "gpu" + std::string(1, static_cast<char>('A' + rank)) + "x";
      summary.claim.rank.reset();
      summary.claim.file = "/traces/" + name + ".json.gz";
      fleet.add(fleet_rank(std::move(summary), "out/" + name + ".rank"));
    });
  }
  const FleetAnalysis found = fleet.analyze();
  const std::string sentence = fleet_sentence(fleet, found);
  CHECK_MESSAGE(sentence.starts_with("gpuJx.json.gz ("), sentence);
  const std::vector<std::string> notes = fleet_notes(fleet, found);
  REQUIRE_FALSE(notes.empty());
  CHECK_MESSAGE(notes[0] ==
                    "nothing tells the ranks of 32 traces, so they are called by their files: "
                    "gpuAx.json.gz, gpuBx.json.gz, gpuCx.json.gz and 29 more",
                notes[0]);
}

TEST_CASE("of two runs of as many ranks at different times, one is compared and the other named") {
  Fleet fleet;
  const MadeFleet made{FleetPlan()};
  constexpr Ns kLaterNs = 3'600'000'000'000;
  for (int replica = 0; replica < made.plan().data; ++replica) {
    made.summarize(replica, [&](int rank, RankSummary&& summary) {
      const std::string name = "/rank" + std::to_string(rank) + ".rank";
      constexpr Ns kBeginNs = 1'800'000'000'000'000'000;
      summary.claim.unix_time = TimeRange{kBeginNs, kBeginNs + made.end_ns()};
      RankSummary later = summary;
      later.claim.unix_time = TimeRange{kBeginNs + kLaterNs, kBeginNs + kLaterNs + made.end_ns()};
      fleet.add(fleet_rank(std::move(summary), "A" + name));
      fleet.add(fleet_rank(std::move(later), "B" + name));
    });
  }
  const FleetAnalysis found = fleet.analyze();
  CHECK(found.count(FleetRankState::Compared) == 32);
  CHECK(found.count(FleetRankState::OtherRun) == 32);
  const std::vector<std::string> notes = fleet_notes(fleet, found);
  REQUIRE(notes.size() == 1);
  CHECK_MESSAGE(notes[0].starts_with("two runs of 32 ranks each"), notes[0]);
  CHECK_MESSAGE(notes[0].ends_with("compare them with `lanescope compare A B`"), notes[0]);
}

TEST_CASE("a rank of another run is named, and not also missing; one without steps is told") {
  Fleet fleet;
  add_ranks(fleet, MadeFleet{FleetPlan()}, [](int rank, RankSummary& summary) {
    if (rank == 5) summary.claim.world_size = 7;
    if (rank == 3) {
      summary.steps.clear();
      summary.collectives.steps.clear();
      for (RankCollective& one : summary.collectives.collectives) one.step.reset();
    }
    return true;
  });
  const FleetAnalysis found = fleet.analyze();
  std::string all;
  for (const std::string& note : fleet_notes(fleet, found)) all += note + "\n";
  CHECK_MESSAGE(all.find("1 rank belongs to another run: rank5.rank (rank 5)\n") != all.npos, all);
  CHECK_MESSAGE(all.find("no trace") == all.npos, all);
  CHECK_MESSAGE(all.find("1 rank has no steps in its trace: rank 3\n") != all.npos, all);
}

TEST_CASE("a rank that is missing is told although another run in the folder has it") {
  Fleet fleet;
  const MadeFleet made{FleetPlan()};
  constexpr Ns kBeginNs = 1'800'000'000'000'000'000, kLaterNs = 3'600'000'000'000;
  for (int replica = 0; replica < made.plan().data; ++replica) {
    made.summarize(replica, [&](int rank, RankSummary&& summary) {
      const std::string name = "/rank" + std::to_string(rank) + ".rank";
      summary.claim.unix_time = TimeRange{kBeginNs, kBeginNs + made.end_ns()};
      RankSummary later = summary;
      later.claim.unix_time = TimeRange{kBeginNs + kLaterNs, kBeginNs + kLaterNs + made.end_ns()};
      if (rank != 5) fleet.add(fleet_rank(std::move(summary), "A" + name));
      if (rank % 2 == 1) fleet.add(fleet_rank(std::move(later), "B" + name));
    });
  }
  const FleetAnalysis found = fleet.analyze();
  CHECK(found.count(FleetRankState::Compared) == 31);
  CHECK(found.count(FleetRankState::OtherRun) == 16);
  const std::vector<std::string> notes = fleet_notes(fleet, found);
  REQUIRE_FALSE(notes.empty());
  CHECK_MESSAGE(notes[0] == "rank 5 of the run has no trace", notes[0]);
}
