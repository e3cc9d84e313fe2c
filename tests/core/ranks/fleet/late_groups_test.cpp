// Stragglers that belong together, and ranks that are hard to compare.
#include "core/ranks/fleet/late_groups.h"

#include <algorithm>
#include <vector>

#include <doctest/doctest.h>

#include "core/base/time.h"
#include "core/ranks/fleet/fleet_words.h"
#include "tests/core/ranks/fleet/fleet_of_plan.h"

using namespace lanescope;

TEST_CASE("a slow rank is found though a rank of its group has no trace") {
  FleetPlan plan;
  plan.slow_gpus = {{3, 1.3}};
  Fleet fleet;
  add_ranks(fleet, MadeFleet(plan),
            [](int rank, RankSummary&) { return rank != 12 && rank != 13; });
  const FleetAnalysis found = fleet.analyze();
  const FleetStraggler* slow = straggler_of(found, 3);
  REQUIRE(slow != nullptr);
  CHECK(slow->steps.size() == 10);
}

TEST_CASE("half of the ranks slower are told as a group, compared with the faster ones") {
  FleetPlan plan;
  for (int replica = 0; replica < 4; ++replica) {
    for (int stage = 0; stage < 2; ++stage) {
      for (int member = 0; member < 2; ++member)
        plan.slow_gpus.push_back({plan.rank_of(stage, replica, member), 1.2});
    }
  }
  Fleet fleet;
  add_ranks(fleet, MadeFleet(plan));
  const FleetAnalysis found = fleet.analyze();
  CHECK(found.stragglers.size() == 16);
  CHECK(fleet_sentence(fleet, found).starts_with("16 of 32 ranks (0-7, 16-23; "));
}

TEST_CASE("a host that is slow as a whole is named") {
  FleetPlan plan;
  plan.slow_gpus = {{plan.rank_of(0, 2, 0), 1.3}, {plan.rank_of(0, 2, 1), 1.3}};
  Fleet fleet;
  add_ranks(fleet, MadeFleet(plan));
  const FleetAnalysis found = fleet.analyze();
  const std::string host = plan.host_of(plan.rank_of(0, 2, 0));
  CHECK(fleet_sentence(fleet, found).starts_with("all 2 ranks of " + host + " compute "));
}

TEST_CASE("a rank that is a little slower in all steps is found, and alone") {
  FleetPlan plan;
  plan.slow_gpus = {{5, 1.03}};
  Fleet fleet;
  add_ranks(fleet, MadeFleet(plan));
  const FleetAnalysis found = fleet.analyze();
  REQUIRE(found.stragglers.size() == 1);
  CHECK(found.stragglers[0].rank == 5);
  CHECK(found.stragglers[0].steps.size() == 10);
}

TEST_CASE("waiting that nobody stands out as the cause of is said") {
  FleetPlan plan;
  plan.slow_gpus = {{5, 1.5}};
  Fleet fleet;
  add_ranks(fleet, MadeFleet(plan));
  FleetAnalysis found = fleet.analyze();
  CHECK(unexplained_wait_ns(fleet, found) == 0);
  found.stragglers.clear();
  const Ns wait_ns = unexplained_wait_ns(fleet, found);
  CHECK(wait_ns == found.blame.exposed_ns);
  CHECK(fleet_sentence(fleet, found) ==
        "the ranks wait " + format_duration(wait_ns) +
            " for one another, summed over ranks, and neither a rank nor a link stands out as the "
            "cause in 10 steps of 32 ranks");
}

TEST_CASE("waiting that computation hides costs nothing") {
  FleetPlan plan;
  plan.slow_gpus = {{5, 1.3}};
  Fleet fleet, hiding;
  add_ranks(fleet, MadeFleet(plan));
  add_ranks(hiding, MadeFleet(plan), [](int, RankSummary& summary) {
    for (StepFacts& step : summary.steps) {
      step.compute_ns += step.exposed_comm_ns;
      step.exposed_comm_ns = 0;
    }
    return true;
  });
  CHECK(fleet.analyze().blame.exposed_ns > 0);
  const FleetAnalysis found = hiding.analyze();
  CHECK(found.blame.exposed_ns == 0);
  CHECK(found.blame.total_ns == fleet.analyze().blame.total_ns);
}

TEST_CASE("a pipeline's bubbles do not make waits exposed that computation hides") {
  FleetPlan plan;
  plan.pipeline = 4;
  const MadeFleet made(plan);
  // By step, for how long all ranks at least receive messages; they compute beside all else.
  std::vector<Ns> bubble_ns(static_cast<std::size_t>(plan.steps), kMaxNs);
  Fleet all, hiding;
  add_ranks(all, made, [&](int, RankSummary& summary) {
    std::vector<Ns> received_ns(summary.steps.size());
    for (const RankCollective& one : summary.collectives.collectives) {
      if (one.step && summary.collectives.kinds[one.kind] == "recv")
        received_ns[*one.step] += one.range.length_ns();
    }
    for (std::size_t s = 0; s < received_ns.size(); ++s)
      bubble_ns[s] = std::min(bubble_ns[s], received_ns[s]);
    return true;
  });
  add_ranks(hiding, made, [&](int, RankSummary& summary) {
    for (std::size_t s = 0; s < summary.steps.size(); ++s) {
      StepFacts& step = summary.steps[s];
      step.compute_ns += step.exposed_comm_ns - bubble_ns[s];
      step.exposed_comm_ns = bubble_ns[s];
    }
    return true;
  });
  const FleetAnalysis found = hiding.analyze();
  CHECK(found.blame.total_ns == all.analyze().blame.total_ns);
  CHECK(found.blame.total_ns > 0);
  CHECK(found.blame.exposed_ns == 0);
}
