// Hosts whose clocks are minutes off, and runs of the same job, one after the other.
#include "core/ranks/fleet/contradictions/same_run.h"

#include <doctest/doctest.h>

#include "core/ranks/fleet/fleet_words.h"
#include "tests/core/ranks/fleet/fleet_of_plan.h"

using namespace lanescope;

namespace {

constexpr Ns kMinuteNs = 60'000'000'000;

/// As if the host's clock were so far ahead.
void move_clock(RankSummary& summary, Ns ns) {
  summary.base_ns = *summary.base_ns + ns;
  summary.collectives.base_ns += ns;
  summary.claim.unix_time->begin_ns += ns;
  summary.claim.unix_time->end_ns += ns;
}

/// Adds the ranks that `move` has a time for: how far their clock is ahead.
void add_moved(Fleet& fleet, const FleetPlan& plan, const std::string& folder,
               const std::function<std::optional<Ns>(int)>& move) {
  const MadeFleet made(plan);
  for (int replica = 0; replica < plan.data; ++replica) {
    made.summarize(replica, [&](int rank, RankSummary&& summary) {
      const auto ns = move(rank);
      if (!ns) return;
      move_clock(summary, *ns);
      fleet.add(fleet_rank(std::move(summary), folder + "/rank" + std::to_string(rank) + ".rank"));
    });
  }
}

std::string notes_of(const Fleet& fleet, const FleetAnalysis& found) {
  std::string all;
  for (const std::string& note : fleet_notes(fleet, found)) all += note + "\n";
  return all;
}

FleetPlan of_seed(std::uint64_t seed, bool sequences = true) {
  FleetPlan plan;
  plan.seed = seed;
  plan.sequences = sequences;
  return plan;
}

}  // namespace

TEST_CASE("hosts whose clocks are ten minutes off are of the run, and a straggler among them") {
  for (const bool sequences : {true, false}) {
    CAPTURE(sequences);
    FleetPlan plan = of_seed(1, sequences);
    plan.slow_gpus = {{9, 1.3}};
    Fleet fleet;
    add_moved(fleet, plan, "run", [](int rank) -> std::optional<Ns> {
      return rank / 2 == 4 ? 10 * kMinuteNs : rank / 2 == 7 ? -25 * kMinuteNs : 0;
    });
    const FleetAnalysis found = fleet.analyze();
    CHECK(found.count(FleetRankState::Compared) == 32);
    CHECK(found.identity.missing_count == 0);
    REQUIRE(found.stragglers.size() == 1);
    CHECK(found.identity.traces[found.stragglers[0].rank].rank == 9);
    const std::string all = notes_of(fleet, found);
    CHECK_MESSAGE(all ==
                      "the clocks of 4 ranks differ from the others' by more than a minute; "
                      "aligned by their collectives: rank 8 (10.00 min ahead), rank 9 (10.00 "
                      "min ahead), rank 14 (25.00 min behind) and 1 more\n",
                  all);
  }
}

TEST_CASE("a pipeline whose stages all have other clocks is one run, along its chain") {
  FleetPlan plan;
  plan.pipeline = 4;
  plan.data = 4;
  Fleet fleet;
  add_moved(fleet, plan, "run", [](int rank) { return rank / 8 * 10 * kMinuteNs; });
  const FleetAnalysis found = fleet.analyze();
  CHECK(found.count(FleetRankState::Compared) == 32);
  CHECK(found.stragglers.empty());
}

TEST_CASE("the next run of the same job is another run, also of ranks that the first lacks") {
  for (const bool sequences : {true, false}) {
    CAPTURE(sequences);
    Fleet fleet;
    add_moved(fleet, of_seed(1, sequences), "A",
              [](int rank) { return rank < 20 ? std::optional<Ns>(0) : std::nullopt; });
    add_moved(fleet, of_seed(2, sequences), "B",
              [](int rank) { return rank < 20 ? std::nullopt : std::optional(60 * kMinuteNs); });
    const FleetAnalysis found = fleet.analyze();
    CHECK(found.count(FleetRankState::Compared) == 20);
    CHECK(found.count(FleetRankState::OtherRun) == 12);
    CHECK(found.stragglers.empty());
  }
}

TEST_CASE("two runs one after the other, each with a host ten minutes off, are told apart") {
  Fleet fleet;
  for (const auto& [folder, seed, later_ns] :
       {std::tuple("A", 1U, Ns{0}), std::tuple("B", 2U, 60 * kMinuteNs)}) {
    add_moved(fleet, of_seed(seed), folder, [later = later_ns](int rank) -> std::optional<Ns> {
      return later + (rank / 2 == 4 ? 10 * kMinuteNs : 0);
    });
  }
  const FleetAnalysis found = fleet.analyze();
  CHECK(found.count(FleetRankState::Compared) == 32);
  for (std::size_t r = 0; r < fleet.ranks().size(); ++r) {
    CHECK((found.states[r] == FleetRankState::Compared) == fleet.ranks()[r].file.starts_with("A/"));
  }
}

TEST_CASE("collectives of other sizes are of another run, whatever their times") {
  Fleet fleet;
  add_moved(fleet, of_seed(1), "A",
            [](int rank) { return rank == 4 ? std::nullopt : std::optional<Ns>(0); });
  const MadeFleet made(of_seed(1));
  made.summarize(2, [&](int rank, RankSummary&& summary) {
    if (rank != 4) return;
    move_clock(summary, 60 * kMinuteNs);
    for (RankCollective& one : summary.collectives.collectives) one.bytes = 1 << 10;
    fleet.add(fleet_rank(std::move(summary), "old/rank4.rank"));
  });
  const FleetAnalysis found = fleet.analyze();
  CHECK(found.count(FleetRankState::Compared) == 31);
  CHECK(found.count(FleetRankState::OtherRun) == 1);
}
