// Two runs on one wall.
#include "core/view/fleet/wall_difference.h"

#include <algorithm>

#include "core/view/fleet/fleet_comparison.h"
#include "tests/core/view/fleet/made_wall.h"

using namespace lanescope;

namespace {

constexpr WallMeasure kCompute{WallKind::Compute, 0};

/// The usual run, and one in which rank 5's kernels take longer.
struct TwoRuns {
  FleetContents usual = made_contents(FleetPlan()), slow = made_contents(slow_plan());

  static FleetPlan slow_plan() {
    FleetPlan plan;
    plan.slow_gpus = {{5, 1.3}};
    return plan;
  }
};

std::string sentence_of(const FleetContents& a, const FleetContents& b) {
  return wall_change_sentence(a.run, b.run, match_walls(a.run, b.run));
}

}  // namespace

TEST_CASE("the sentence names which run is slower, and the part of a step that changed the most") {
  const TwoRuns runs;
  const std::string slower = sentence_of(runs.usual, runs.slow);
  CAPTURE(slower);
  CHECK(slower.starts_with("B is slower: steps take "));
  // One rank computes longer; 31 wait for it.
  CHECK(slower.find("Largest change: exposed communication, +") != std::string::npos);
  const std::string faster = sentence_of(runs.slow, runs.usual);
  CHECK(faster.starts_with("B is faster: steps take "));
  CHECK(faster.find("exposed communication, −") != std::string::npos);
  CHECK(sentence_of(runs.usual, runs.usual).starts_with("B is as fast as A"));
}

TEST_CASE("cells are B minus A, in either direction") {
  const TwoRuns runs;
  const WallMatch match = match_walls(runs.usual.run, runs.slow.run);
  const WallDifference more =
      make_wall_difference(runs.usual.run, runs.slow.run, match, kCompute, {});
  const WallDifference less = make_wall_difference(
      runs.slow.run, runs.usual.run, match_walls(runs.slow.run, runs.usual.run), kCompute, {});
  for (const std::size_t rank : {4U, 5U}) {
    for (std::size_t step = 0; step < 10; ++step) {
      const double change = *wall_value(runs.slow.run, kCompute, rank, step) -
                            *wall_value(runs.usual.run, kCompute, rank, step);
      REQUIRE(more.at(rank, step));
      CHECK(*more.at(rank, step) == doctest::Approx(change));
      CHECK(*less.at(rank, step) == doctest::Approx(-change));
      CHECK((rank == 5) == (change > 1e6));
    }
  }
  CHECK(largest_change_in(more, {{0, 32}, {0, 10}}).row == 5);
  CHECK(largest_change_in(less, {{0, 32}, {0, 10}}).row == 5);
}

TEST_CASE("by value the ranks whose value grew the most come first") {
  const TwoRuns runs;
  const WallDifference by_value = make_wall_difference(runs.usual.run, runs.slow.run,
                                                       match_walls(runs.usual.run, runs.slow.run),
                                                       kCompute, {WallSort::By::Value});
  CHECK(by_value.more.order.rows.front() == 5);
  CHECK(by_value.less.order.rows == by_value.more.order.rows);
}

TEST_CASE("ranks and steps that only one run has are told, and have no difference") {
  FleetPlan shorter;
  shorter.steps = 8;
  const FleetContents a = made_contents(FleetPlan());
  const auto b = std::make_shared<FleetContents>(
      made_contents(shorter, [](int rank, RankSummary&) { return rank != 3; }));
  const FleetComparison compared = make_fleet_comparison(a.run, b, "before", "after");
  CHECK(compared.match.ranks == 31);
  CHECK(compared.match.rank_of[3] == WallMatch::kNone);
  CHECK(compared.match.rank_of[4] == 3);  // the same rank, in another place
  CHECK(compared.facts.starts_with("A: before, 32 ranks · 10 steps"));
  CHECK(compared.facts.find("B: after, 31 ranks · 8 steps") != std::string::npos);
  CHECK(compared.facts.find("1 rank is only in A") != std::string::npos);
  CHECK(compared.facts.find("The first 8 steps are compared") != std::string::npos);
  const WallDifference difference =
      make_wall_difference(a.run, b->run, compared.match, {WallKind::StepTime, 0}, {});
  CHECK_FALSE(difference.at(3, 0));
  CHECK_FALSE(difference.at(4, 8));
  CHECK(difference.at(4, 7));
  const auto said = [&](std::size_t row, std::size_t step) {
    const WallBox box{{row, row + 1}, {step, step + 1}};
    return fact_in(difference_hover(a.run, b->run, compared.match, difference, box), "Difference");
  };
  CHECK(said(3, 0) == "this rank is not in B");
  CHECK(said(4, 8) == "B has fewer steps");
}

TEST_CASE("a change has a sign, and none has none") {
  CHECK(wall_change_text(kCompute, 8'400'000) == "+8.400 ms");
  CHECK(wall_change_text(kCompute, -8'400'000) == "−8.400 ms");
  CHECK(wall_change_text(kCompute, 0) == "0 ns");
}

TEST_CASE("steps of warm-up in either run are not compared") {
  const FleetContents a = made_contents(FleetPlan());
  const FleetContents b = made_contents(FleetPlan(), make_warm_up);
  const WallDifference difference =
      make_wall_difference(a.run, b.run, match_walls(a.run, b.run), {WallKind::StepTime, 0}, {});
  CHECK_FALSE(difference.at(0, 0));
  CHECK(difference.more.at(0, 0) == kWallNotCounted);
  CHECK(difference.at(0, 1) == 0.0);
}

TEST_CASE("the mouse tells what both runs have, and the difference with its share") {
  const TwoRuns runs;
  const WallMatch match = match_walls(runs.usual.run, runs.slow.run);
  const WallDifference difference =
      make_wall_difference(runs.usual.run, runs.slow.run, match, kCompute, {});
  const WallHover one =
      difference_hover(runs.usual.run, runs.slow.run, match, difference, {{5, 6}, {2, 3}});
  CHECK(one.title == "Rank 5 · node0002 · ProfilerStep#102");
  CHECK(fact_in(one, "Compute in A") ==
        wall_value_text(kCompute, *wall_value(runs.usual.run, kCompute, 5, 2)));
  CHECK(fact_in(one, "Compute in B") ==
        wall_value_text(kCompute, *wall_value(runs.slow.run, kCompute, 5, 2)));
  CHECK(fact_in(one, "Difference").starts_with("+"));
  CHECK(fact_in(one, "Difference").ends_with(" %)"));
  const WallHover all =
      difference_hover(runs.usual.run, runs.slow.run, match, difference, {{0, 32}, {0, 10}});
  CHECK(all.title == "32 ranks × 10 steps");
  CHECK(fact_in(all, "Largest in").starts_with("Rank 5 · node0002 · "));
}
