// Clocks that NTP sets in the midst of a trace.
#include "core/ranks/fleet/contradictions/clock_jumps.h"

#include <map>

#include <doctest/doctest.h>

#include "core/ranks/fleet/fleet_words.h"
#include "tests/core/ranks/fleet/fleet_of_plan.h"

using namespace lanescope;

namespace {

constexpr Ns kSecondNs = 1'000'000'000;
constexpr std::size_t kJumpStep = 4;  // in its midst

/// As if the host's clock had been set in the midst of a step.
void jump(RankSummary& summary, Ns by_ns) {
  const TimeRange& step = summary.steps[kJumpStep].range;
  const Ns at_ns = step.begin_ns + step.length_ns() / 2;
  const auto move = [&](TimeRange& range) {
    for (Ns* ns : {&range.begin_ns, &range.end_ns}) *ns += *ns >= at_ns ? by_ns : 0;
  };
  for (RankCollective& one : summary.collectives.collectives) move(one.range);
  std::ranges::stable_sort(summary.collectives.collectives, {},
                           [](const RankCollective& one) { return one.range.begin_ns; });
  for (std::size_t i = 0; i < summary.steps.size(); ++i) {
    const Ns before_ns = summary.steps[i].range.length_ns();
    move(summary.steps[i].range);
    const Ns more_ns = summary.steps[i].range.length_ns() - before_ns;
    summary.steps[i].idle_ns[0] = std::max<Ns>(summary.steps[i].idle_ns[0] + more_ns, 0);
    summary.collectives.steps[i].length_ns += more_ns;
  }
  move(summary.collectives.extent);
}

std::string notes_of(const Fleet& fleet, const FleetAnalysis& found) {
  std::string all;
  for (const std::string& note : fleet_notes(fleet, found)) all += note + "\n";
  return all;
}

}  // namespace

TEST_CASE("a rank whose clock jumps is told, aligned on both sides, and no straggler") {
  for (const Ns by_ns : {2 * kSecondNs, -2 * kSecondNs, kSecondNs / 50, -kSecondNs / 50}) {
    for (const bool sequences : {true, false}) {
      CAPTURE(by_ns);
      CAPTURE(sequences);
      FleetPlan plan;
      plan.sequences = sequences;
      plan.slow_gpus = {{9, 1.3}};
      const MadeFleet made(plan);
      Fleet fleet;
      add_ranks(fleet, made, [&](int rank, RankSummary& summary) {
        if (rank == 6) jump(summary, by_ns);
        return true;
      });
      for (int round = 0; round < 2; ++round) {
        const FleetAnalysis found = fleet.analyze();
        CHECK(found.count(FleetRankState::Compared) == 32);
        REQUIRE(found.stragglers.size() == 1);
        CHECK(found.stragglers[0].rank == 9);
        CHECK(found.stragglers[0].steps.size() == 10);
        CHECK(found.clocks[6].deviation_ns < 100'000);
        const std::string all = notes_of(fleet, found);
        const std::string start =
            std::string("the clock of rank 6 jumps ") + (by_ns > 0 ? "ahead" : "back") + " by ";
        CHECK_MESSAGE(all.starts_with(start), all);
        CHECK_MESSAGE(all.find("in ProfilerStep#104, which is not compared") != all.npos, all);
      }
    }
  }
}

TEST_CASE("a jump is found where the end of the collective that spans it is in between") {
  Fleet fleet;
  add_ranks(fleet, MadeFleet{FleetPlan()}, [&](int rank, RankSummary& summary) {
    if (rank != 6) return true;
    const Ns end_ns = summary.steps[kJumpStep].range.end_ns;
    std::map<std::uint32_t, RankCollective*> last;  // by group, before the jump
    constexpr Ns kByNs = kSecondNs / 50;
    jump(summary, kByNs);
    for (RankCollective& one : summary.collectives.collectives) {
      const TimeRange& step = summary.steps[kJumpStep].range;
      if (one.range.end_ns < step.begin_ns + (end_ns - step.begin_ns) / 2) last[one.group] = &one;
    }
    for (auto& [group, one] : last) one->range.end_ns += kByNs / 3;
    return true;
  });
  const FleetAnalysis found = fleet.analyze();
  CHECK(found.count(FleetRankState::Compared) == 32);
  CHECK(found.stragglers.empty());
  CHECK(found.clocks[6].deviation_ns < 100'000);
  CHECK(fleet.ranks()[6].jumps.segments.size() == 2);
}

TEST_CASE("all ranks of a host jump at once, and are told in one sentence") {
  Fleet fleet;
  FleetPlan plan;
  plan.tensor = 4;
  plan.data = 4;
  add_ranks(fleet, MadeFleet{plan}, [&](int rank, RankSummary& summary) {
    if (rank / 4 == 1) jump(summary, kSecondNs);
    return true;
  });
  const FleetAnalysis found = fleet.analyze();
  CHECK(found.count(FleetRankState::Compared) == 32);
  CHECK(found.stragglers.empty());
  const std::string all = notes_of(fleet, found);
  CHECK_MESSAGE(all.starts_with("the clocks of 4 ranks jump during the trace; "), all);
}

TEST_CASE("a rank whose ends vary by milliseconds has no jumps") {
  Fleet fleet;
  add_ranks(fleet, MadeFleet{FleetPlan()}, [&](int rank, RankSummary& summary) {
    Ns late_ns = 0;
    for (RankCollective& one : summary.collectives.collectives) {
      late_ns = (late_ns * 7 + 1'234'567) % 4'000'000;
      if (rank == 6) one.range.end_ns += late_ns;
    }
    return true;
  });
  const FleetAnalysis found = fleet.analyze();
  for (const FleetRank& rank : fleet.ranks()) CHECK(rank.jumps.segments.empty());
}

TEST_CASE("of four ranks that are compared exactly, the one whose clock jumps is no straggler") {
  FleetPlan plan;
  plan.tensor = plan.pipeline = 1;
  plan.data = 4;
  for (const Ns by_ns : {2 * kSecondNs, -kSecondNs / 50}) {
    CAPTURE(by_ns);
    RunFacts facts;
    const MadeFleet made(plan);
    for (int replica = 0; replica < plan.data; ++replica) {
      made.summarize(replica, [&](int rank, RankSummary&& summary) {
        if (rank == 2) jump(summary, by_ns);
        facts.take(facts_of(summary));
      });
    }
    const RunAnalysis run = compare_steady_ranks(facts);
    CHECK(std::ranges::count_if(run.clocks, &RankClock::aligned) == 4);
    CHECK(run.findings.empty());
    CHECK_MESSAGE(run.summary.find(". the clock of rank 2 jumps ") != std::string::npos,
                  run.summary);
    CHECK(run.stragglers.rows[2].wait_caused_ns <
          2 * run.stragglers.rows[1].wait_caused_ns + 20'000'000);
  }
}
