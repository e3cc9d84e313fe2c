// What process groups wait in each step, and for whom.
#include "core/ranks/fleet/group_waits.h"

#include <doctest/doctest.h>

#include "core/ranks/fleet/fleet_files.h"
#include "core/ranks/summary/summary_file.h"
#include "tests/core/base/temp_folder.h"
#include "tests/core/ranks/fleet/fleet_of_plan.h"

using namespace lanescope;

namespace {

constexpr Ns kPauseNs = 200'000'000;

FleetPlan paused_plan() {
  FleetPlan plan;
  plan.pauses = {{plan.rank_of(0, 2, 0), 4, kPauseNs, true}};
  return plan;
}

/// Of the groups of a kind, the step and rank with the most waiting.
GroupWait worst_of(const FleetAnalysis& found, std::string_view kind) {
  GroupWait worst;
  for (std::size_t c = 0; c < found.communicators.size(); ++c) {
    if (found.communicators[c].name.find(kind) == std::string::npos) continue;
    for (const GroupWait& one : found.group_waits[c]) {
      if (one.wait_ns > worst.wait_ns) worst = one;
    }
  }
  return worst;
}

Ns sum_without_messages(const FleetAnalysis& found) {
  Ns sum_ns = 0;
  for (std::size_t c = 0; c < found.communicators.size(); ++c) {
    for (const GroupWait& one : found.group_waits[c])
      sum_ns += found.communicators[c].has_messages ? 0 : one.wait_ns;
  }
  return sum_ns;
}

}  // namespace

TEST_CASE("a rank that pauses holds up its groups in that step, by as long as it paused") {
  const FleetPlan plan = paused_plan();
  Fleet fleet;
  add_ranks(fleet, MadeFleet(plan));
  const FleetAnalysis found = fleet.analyze();
  const auto rank = static_cast<std::uint32_t>(plan.rank_of(0, 2, 0));
  const GroupWait tensor = worst_of(found, "TENSOR");
  CHECK(tensor.last == rank);
  CHECK(found.work.steps[tensor.step] == "ProfilerStep#104");
  const auto about = [](Ns ns) { return doctest::Approx(static_cast<double>(ns)).epsilon(0.05); };
  CHECK(static_cast<double>(tensor.late_ns) == about(kPauseNs));
  CHECK(static_cast<double>(tensor.wait_ns) == about(kPauseNs));  // of its one neighbor
  const GroupWait data = worst_of(found, "DATA");
  CHECK(data.step == tensor.step);
  CHECK(static_cast<double>(data.wait_ns) == about(7 * kPauseNs));  // of seven other replicas
}

TEST_CASE("the waits of groups are all waits of the run, each of them once") {
  Fleet fleet;
  add_ranks(fleet, MadeFleet(with_faults(FleetPlan())));
  const FleetAnalysis found = fleet.analyze({}, 2);
  CHECK(found.blame.total_ns > 0);
  CHECK(sum_without_messages(found) == found.blame.total_ns);
  for (const auto& waits : found.group_waits) {
    for (std::size_t i = 1; i < waits.size(); ++i) {
      const bool ascends =
          std::pair(waits[i - 1].step, waits[i - 1].last) < std::pair(waits[i].step, waits[i].last);
      CHECK(ascends);
    }
  }
}

TEST_CASE("of messages only the sender is told to hold up the other") {
  Fleet fleet;
  add_ranks(fleet, MadeFleet(FleetPlan()));
  const FleetAnalysis found = fleet.analyze();
  std::size_t told = 0;
  for (std::size_t c = 0; c < found.communicators.size(); ++c) {
    for (const GroupWait& one : found.group_waits[c]) {
      if (!found.communicators[c].has_messages) continue;
      const std::string from = "message " + std::to_string(one.last) + " to ";
      CHECK(found.communicators[c].name.find(from) != std::string::npos);
      ++told;
    }
  }
  CHECK(told > 0);
}

TEST_CASE("groups of a small run wait as long as its exact comparison says") {
  FleetPlan plan;
  plan.tensor = 2;
  plan.pipeline = 1;
  plan.data = 2;
  plan.slow_gpus = {{2, 1.3}};
  const TempFolder folder;
  std::vector<std::string> names;
  const MadeFleet made(plan);
  for (int replica = 0; replica < plan.data; ++replica) {
    made.summarize(replica, [&](int rank, RankSummary&& summary) {
      names.push_back(folder.path() + "/" + std::to_string(rank) + ".rank");
      REQUIRE_FALSE(write_summary(names.back(), summary));
    });
  }
  FleetFiles files = load_fleet(names, 1);
  const FleetAnalysis found = analyze_files(files, {}, 1);
  REQUIRE_FALSE(found.exact_summary.empty());
  CHECK(sum_without_messages(found) == found.blame.total_ns);
  CHECK(worst_of(found, "TENSOR").last == 2);
}
