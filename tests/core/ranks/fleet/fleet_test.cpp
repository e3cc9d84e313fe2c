// A whole run from summaries to stragglers, against what was planted in it.
#include "core/ranks/fleet/fleet.h"

#include <doctest/doctest.h>

#include "tests/core/ranks/fleet/fleet_of_plan.h"

using namespace lanescope;

namespace {

constexpr std::size_t term_of(IdleClass what) {
  return kFirstIdleTerm + static_cast<std::size_t>(what);
}

FleetAnalysis analysis_of(const FleetPlan& plan) {
  Fleet fleet;
  add_ranks(fleet, MadeFleet(plan));
  return fleet.analyze();
}

/// As a test would notice them: ranks, offsets, who is late and for how long.
std::string text_of(const FleetAnalysis& found) {
  std::string text;
  for (const RankClock& clock : found.clocks)
    text += std::to_string(clock.offset_ns) + " " + std::to_string(clock.error_ns) + "\n";
  for (const FleetStraggler& one : found.stragglers)
    text += std::to_string(one.rank) + " " + std::to_string(one.wait_caused_ns) + "\n";
  return text;
}

}  // namespace

TEST_CASE("each planted fault is found, with its cause, and nothing else") {
  for (const bool sequences : {true, false}) {
    for (const std::uint64_t seed : {1U, 2U, 3U}) {
      CAPTURE(sequences);
      CAPTURE(seed);
      FleetPlan plan;
      plan.sequences = sequences;
      plan.seed = seed;
      plan = with_faults(plan);
      const FleetAnalysis found = analysis_of(plan);
      CHECK(found.count(FleetRankState::Compared) == 32);
      REQUIRE(found.stragglers.size() == 3);
      const auto* slow = straggler_of(found, plan.slow_gpus[0].rank);
      const auto* loader = straggler_of(found, plan.pauses[0].rank);
      const auto* collection = straggler_of(found, plan.pauses[1].rank);
      REQUIRE(slow != nullptr);
      REQUIRE(loader != nullptr);
      REQUIRE(collection != nullptr);
      CHECK(slow->cause.term == kComputeTerm);
      CHECK(slow->steps.size() == 10);
      CHECK(loader->cause.term == term_of(IdleClass::DataLoading));
      REQUIRE(loader->steps.size() == 1);
      CHECK(found.work.steps[loader->steps[0]] == "ProfilerStep#105");
      CHECK(static_cast<double>(loader->more_ns) ==
            doctest::Approx(static_cast<double>(plan.pauses[0].ns)).epsilon(0.05));
      CHECK(collection->cause.term == term_of(IdleClass::Python));
      REQUIRE(collection->steps.size() == 1);
      CHECK(found.work.steps[collection->steps[0]] == "ProfilerStep#107");
      REQUIRE(found.links.size() == 1);
      const SlowLink& link = found.links[0].link;
      CHECK(link.hosts == std::vector<std::string>{"node0000", "node0008"});
      CHECK(link.shape.kind == "message");
      CHECK(link.communicators.size() == 4);  // two pairs of ranks, both directions
      CHECK(link.transfer_ns / link.usual_ns == doctest::Approx(4).epsilon(0.1));
    }
  }
}

TEST_CASE(
    "all others wait for the planted pause, and most of the waiting is told to be its fault") {
  FleetPlan plan;
  constexpr Ns kPauseNs = 200'000'000;
  plan.pauses = {{plan.rank_of(0, 2, 0), 4, kPauseNs, true}};
  const FleetAnalysis found = analysis_of(plan);
  REQUIRE(found.stragglers.size() == 1);
  // Its neighbor waits in tensor-parallel collectives. The other seven replicas wait in two sets of
  // data-parallel ones, those of the same stage and of the next, with both of their members.
  const Ns all_ns = kPauseNs * (1 + 7 * 4);
  CHECK(static_cast<double>(found.stragglers[0].wait_caused_ns) ==
        doctest::Approx(static_cast<double>(all_ns)).epsilon(0.05));
  Ns waited_ns = 0;
  for (const Ns ns : found.blame.waited_ns) waited_ns += ns;
  CHECK(waited_ns == found.blame.total_ns);
}

TEST_CASE("nothing is found in clean runs, whatever their noise") {
  for (std::uint64_t seed = 10; seed < 20; ++seed) {
    FleetPlan plan;
    plan.seed = seed;
    const FleetAnalysis found = analysis_of(plan);
    CAPTURE(seed);
    CHECK(found.stragglers.empty());
    CHECK(found.links.empty());
    CHECK(found.blame.total_ns > 0);
  }
}

TEST_CASE("a pipeline of eight stages waits by itself, which makes nobody a straggler") {
  FleetPlan plan;
  plan.pipeline = 8;
  plan.data = 4;
  const FleetAnalysis clean = analysis_of(plan);
  CHECK(clean.stragglers.empty());
  CHECK(clean.links.empty());
  plan.slow_gpus = {{plan.rank_of(5, 2, 1), 1.3}};
  const FleetAnalysis found = analysis_of(plan);
  REQUIRE(found.stragglers.size() == 1);
  CHECK(found.stragglers[0].rank == static_cast<std::uint32_t>(plan.rank_of(5, 2, 1)));
}

TEST_CASE("every clock is within its bound, which grows along the path and stays useful") {
  for (const bool sequences : {true, false}) {
    FleetPlan plan;
    plan.sequences = sequences;
    plan.pipeline = 4;
    plan = with_faults(plan);
    const MadeFleet made(plan);
    Fleet fleet;
    add_ranks(fleet, made);
    const FleetAnalysis found = fleet.analyze();
    CHECK(found.most_error_ns() < 100'000);
    double largest = 0;
    for (int rank = 0; rank < plan.ranks(); ++rank) {
      const RankClock& clock = found.clocks[static_cast<std::size_t>(rank)];
      CAPTURE(rank);
      REQUIRE(clock.aligned());
      largest = std::max(largest, clock_error_of(made, found, rank));
      if (clock.state == ClockState::Reference) continue;
      CHECK(clock_error_of(made, found, rank) <= clock.error_ns);
      CHECK(clock.error_ns > found.clocks[clock.partner].error_ns);
    }
    CHECK(largest > 0);
  }
}

TEST_CASE("drift is told where the clocks drift, and not where they do not") {
  FleetPlan plan;
  plan.steps = 30;
  const MadeFleet drifting(plan);
  plan.clocks_differ = false;
  const MadeFleet steady(plan);
  for (const MadeFleet* made : {&drifting, &steady}) {
    Fleet fleet;
    add_ranks(fleet, *made);
    const FleetAnalysis found = fleet.analyze();
    const auto told = std::ranges::count_if(found.clocks, &RankClock::has_drift);
    CHECK((made == &drifting ? told >= 8 : told == 0));
  }
}

TEST_CASE("ranks may be added while a run goes on, in any order") {
  const MadeFleet made(with_faults(FleetPlan()));
  Fleet all, grown;
  add_ranks(all, made);
  std::vector<FleetRank> late;
  add_ranks(grown, made, [&](int rank, RankSummary& summary) {
    if (rank % 3 != 0) return true;
    late.push_back(fleet_rank(RankSummary(summary), "rank" + std::to_string(rank) + ".rank"));
    return false;
  });
  const FleetAnalysis part = grown.analyze();
  CHECK(part.identity.missing_count == 11);
  CHECK(part.count(FleetRankState::Compared) == 21);
  while (!late.empty()) {
    grown.add(std::move(late.back()));
    late.pop_back();
  }
  CHECK(text_of(grown.analyze()) == text_of(all.analyze({}, 4)));
}

TEST_CASE("missing, repeated, unreadable ranks and those of other runs are told and not compared") {
  const MadeFleet made{FleetPlan()};
  Fleet fleet;
  RankSummary again, earlier, larger;
  add_ranks(fleet, made, [&](int rank, RankSummary& summary) {
    if (rank == 7) again = summary;
    if (rank == 8) earlier = summary;
    if (rank == 9) larger = summary;
    if (rank == 11) {
      summary = unreadable_rank(summary.source, "is no trace");
      summary.claim.rank = 11;
      summary.claim.world_size = 32;
    }
    return rank != 5;
  });
  constexpr Ns kHourNs = 3'600'000'000'000;
  earlier.claim.unix_time->begin_ns -= kHourNs;
  earlier.claim.unix_time->end_ns -= kHourNs;
  larger.claim.world_size = 64;
  fleet.add(fleet_rank(std::move(again), "z.rank"));
  fleet.add(fleet_rank(std::move(earlier), "a.rank"));
  fleet.add(fleet_rank(std::move(larger), "b.rank"));
  const FleetAnalysis found = fleet.analyze();
  CHECK(found.identity.missing == std::vector<std::int64_t>{5});
  CHECK(found.identity.duplicates == std::vector<std::int64_t>{7});
  const auto state_of = [&](const std::string& file) {
    const auto at = std::ranges::find(fleet.ranks(), file, &FleetRank::file);
    return found.states[static_cast<std::size_t>(at - fleet.ranks().begin())];
  };
  CHECK(state_of("z.rank") == FleetRankState::Repeated);
  CHECK(state_of("a.rank") == FleetRankState::OtherRun);
  CHECK(state_of("b.rank") == FleetRankState::OtherRun);
  CHECK(state_of("rank11.rank") == FleetRankState::Unreadable);
  CHECK(state_of("rank7.rank") == FleetRankState::Compared);
  CHECK(found.count(FleetRankState::Compared) == 30);
  CHECK(found.stragglers.empty());
}

TEST_CASE("a rank that shares no communicator with the others is not aligned, and says why") {
  Fleet fleet;
  add_ranks(fleet, MadeFleet{FleetPlan()}, [](int rank, RankSummary& summary) {
    for (CollectiveGroup& group : summary.collectives.groups) {
      if (rank == 0) group.name += " of another job";
    }
    return true;
  });
  const FleetAnalysis found = fleet.analyze();
  CHECK(found.states[0] == FleetRankState::Unaligned);
  CHECK(found.clocks[0].state == ClockState::TooFewShared);
  CHECK(found.clocks[1].state == ClockState::Reference);
  CHECK(found.count(FleetRankState::Compared) == 31);
}

TEST_CASE("a rank whose collectives end at other times than its group's is refused") {
  Fleet fleet;
  add_ranks(fleet, MadeFleet{FleetPlan()}, [](int rank, RankSummary& summary) {
    Ns moved_ns = 0;
    for (RankCollective& one : summary.collectives.collectives) {
      if (rank == 6) moved_ns = (moved_ns * 7 + 12'345'678) % 40'000'000;
      one.range.end_ns += moved_ns;
    }
    return true;
  });
  const FleetAnalysis found = fleet.analyze();
  CHECK(found.states[6] == FleetRankState::Unaligned);
  CHECK(found.clocks[6].state == ClockState::Refused);
  CHECK(found.count(FleetRankState::Compared) == 31);
}

TEST_CASE("a first collective that a profiler missed does not shift those without numbers") {
  FleetPlan plan;
  plan.sequences = false;
  Fleet fleet;
  const MadeFleet made(plan);
  add_ranks(fleet, made, [](int rank, RankSummary& summary) {
    if (rank != 3) return true;
    auto& all = summary.collectives.collectives;
    const auto first =
        std::ranges::find(all, std::uint32_t{0}, &RankCollective::group);  // tensor-parallel
    all.erase(first);
    for (RankCollective& one : all) {
      if (one.group == 0) --one.index;
    }
    return true;
  });
  const FleetAnalysis found = fleet.analyze();
  REQUIRE(found.clocks[3].aligned());
  CHECK(clock_error_of(made, found, 3) <= found.clocks[3].error_ns);
  CHECK(found.stragglers.empty());
}

TEST_CASE("no ranks and single ranks are answered") {
  Fleet fleet;
  CHECK(fleet.analyze().stragglers.empty());
  fleet.add(fleet_rank(RankSummary(), "empty.rank"));
  CHECK(fleet.analyze().count(FleetRankState::Unaligned) == 1);
  MadeFleet{FleetPlan()}.summarize(0, [&](int rank, RankSummary&& summary) {
    if (rank == 0) fleet.add(fleet_rank(std::move(summary), "rank0.rank"));
  });
  CHECK(fleet.analyze().links.empty());
}
