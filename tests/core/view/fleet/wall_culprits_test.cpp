// Who makes one of two runs slower.
#include "core/view/fleet/wall_culprits.h"

#include "core/view/fleet/comparison_details.h"
#include "core/view/fleet/fleet_comparison.h"
#include "tests/core/view/fleet/made_wall.h"

using namespace lanescope;

namespace {

FleetContents with_slow_rank(int rank, double factor) {
  FleetPlan plan;
  plan.slow_gpus = {{rank, factor}};
  return made_contents(plan);
}

std::string told_of(const FleetContents& a, const FleetContents& b) {
  return wall_change_sentence(a.run, b.run, match_walls(a.run, b.run));
}

bool has(const std::string& text, std::string_view words) {
  return text.find(words) != std::string::npos;
}

}  // namespace

TEST_CASE("of two runs the rank that only one of them waits for is named with its cause") {
  const FleetContents clean = made_contents(FleetPlan()), slow = with_slow_rank(5, 1.3);
  const std::string slower = told_of(clean, slow);
  CAPTURE(slower);
  CHECK(has(slower, "Late only in B: rank 5 (node0002), more compute"));
  CHECK(has(slower, "the others wait " +
                        format_duration(slow.run.analysis.stragglers.front().wait_caused_ns) +
                        " for it, summed over ranks."));
  CHECK_FALSE(has(slower, "step time of"));  // which is that of all ranks
  const std::string faster = told_of(slow, clean);
  CHECK(has(faster, "Late only in A: rank 5 (node0002)"));
}

TEST_CASE("of several faults that only one run has, all ranks and the link are named") {
  const FleetContents clean = made_contents(FleetPlan());
  const FleetContents bad = made_contents(with_faults(FleetPlan()));
  const std::string text = told_of(clean, bad);
  CAPTURE(text);
  for (const FleetStraggler& one : bad.run.analysis.stragglers)
    CHECK(has(text, fleet_rank_name(bad.run, one.rank) + " (" + bad.run.ranks()[one.rank].host));
  CHECK(has(text, "data loading"));
  CHECK(has(text, "Slow link only in B: node0000 and node0008."));
  CHECK_FALSE(has(told_of(bad, bad), "only in"));
}

TEST_CASE("a rank that is late in both runs is named if it costs notably more") {
  const std::string text = told_of(with_slow_rank(5, 1.2), with_slow_rank(5, 1.6));
  CAPTURE(text);
  CHECK(has(text, "Late in both: rank 5 (node0002); the others wait "));
}

TEST_CASE("where all ranks became slower alike, none is named") {
  const FleetContents clean = made_contents(FleetPlan());
  FleetPlan plan;
  for (int rank = 0; rank < plan.ranks(); ++rank) plan.slow_gpus.push_back({rank, 1.3});
  const std::string text = told_of(clean, made_contents(plan));
  CAPTURE(text);
  CHECK(text.starts_with("B is slower"));
  CHECK(has(text,
            "No single rank or link stands out as the cause: own work (compute and idle "
            "time) grew on 32 of 32 ranks, +"));
  CHECK_FALSE(has(text, "rank 0"));
}

TEST_CASE("a few ranks whose own work grew are named, though nobody is late in either run") {
  const FleetContents before = made_contents(FleetPlan(), [](int rank, RankSummary& summary) {
    if (rank != 5 && rank != 12) return true;
    for (StepFacts& step : summary.steps) {
      const Ns less_ns = step.range.length_ns() / (rank == 5 ? 20 : 30);
      step.compute_ns -= less_ns;
      step.exposed_comm_ns += less_ns;
    }
    return true;
  });
  const FleetContents after = made_contents(FleetPlan(), [](int, RankSummary& summary) {
    for (StepFacts& step : summary.steps) step.range.end_ns += step.range.length_ns() / 50;
    return true;
  });
  const std::string text = told_of(before, after);
  CAPTURE(text);
  CHECK(text.starts_with("B is slower"));
  CHECK(has(text,
            "Own work (compute and idle time) per step grew the most on rank 5 (node0002) by "));
  CHECK(has(text, " and rank 12 (node0006) by "));
  CHECK_FALSE(has(text, "stands out"));
  CHECK(has(told_of(after, before), "per step fell the most on rank 5 (node0002) by "));
}

TEST_CASE("without GPU events the steps of ranks are compared") {
  const auto on_cpu = [](int slow_rank) {
    return made_contents(FleetPlan(), [=](int rank, RankSummary& summary) {
      for (StepFacts& step : summary.steps) {
        step.devices = 0;
        if (rank == slow_rank) step.range.end_ns += step.range.length_ns() / 2;
      }
      summary.collectives.collectives.clear();
      return true;
    });
  };
  const std::string text = told_of(on_cpu(-1), on_cpu(9));
  CAPTURE(text);
  CHECK(has(text, "Step time grew the most on rank 9 (node0004) by "));
}

TEST_CASE("the cells show whom the others wait for, or the steps where nobody is waited for") {
  const FleetContents clean = made_contents(FleetPlan()), slow = with_slow_rank(5, 1.3);
  CHECK(telling_measure(clean.run, slow.run) == WallMeasure{WallKind::WaitCaused, 0});
  CHECK(telling_measure(slow.run, clean.run) == WallMeasure{WallKind::WaitCaused, 0});
  CHECK(telling_measure(clean.run, clean.run) == WallMeasure{WallKind::StepTime, 0});
}

TEST_CASE("the tables of two runs have the rows of both, and for each rank the difference") {
  const FleetContents a = with_slow_rank(3, 1.3);
  const auto b = std::make_shared<FleetContents>(with_slow_rank(5, 1.3));
  const FleetComparison compared = make_fleet_comparison(a.run, b, "before", "after");
  const DataTable& late = compared.tables.tables.stragglers;
  REQUIRE(late.rows.size() == 2);
  CHECK(late.columns.front().title == "Run");
  CHECK(late.rows[0].name == "rank 5");
  CHECK(late.rows[0].cells.front().text == "B");
  CHECK(late.rows[1].name == "rank 3");
  CHECK(late.rows[1].cells.front().text == "A");
  const DataTable& ranks = compared.tables.tables.ranks;
  REQUIRE(ranks.rows.size() == 32);
  const auto column =
      std::ranges::find(ranks.columns, "Wait caused per step B", &DataColumn::title);
  REQUIRE(column != ranks.columns.end());
  const auto at = static_cast<std::size_t>(column - ranks.columns.begin());
  const Ns waits_ns = *fleet_rank_sums(b->run, 5).wait_caused_ns / 10;
  CHECK(ranks.rows[5].cells[at].number == waits_ns);
  CHECK(ranks.rows[5].cells[at + 1].number ==
        waits_ns - *fleet_rank_sums(a.run, 5).wait_caused_ns / 10);
}

TEST_CASE("the details of a rank of two runs have both, and say in which it is late") {
  const FleetContents a = made_contents(FleetPlan());
  const auto b = std::make_shared<FleetContents>(with_slow_rank(5, 1.3));
  const FleetComparison compared = make_fleet_comparison(a.run, b, "before", "after");
  const RanksDetails details = comparison_details(a.run, compared, 5, 2);
  const auto of = [&](std::string_view key) {
    const auto found = std::ranges::find(details.rows, key, &RanksDetailRow::key);
    return found == details.rows.end() ? "" : found->value;
  };
  const WallMeasure compute{WallKind::Compute, 0};
  CHECK(of("Compute") == wall_value_text(compute, *wall_value(a.run, compute, 5, 2)) + " → " +
                             wall_value_text(compute, *wall_value(b->run, compute, 5, 2)));
  const auto section = [&](std::string_view title) {
    return std::ranges::find(details.rows, title, &RanksDetailRow::key) != details.rows.end();
  };
  CHECK(section("Late in B"));
  CHECK_FALSE(section("Late in A"));
}
