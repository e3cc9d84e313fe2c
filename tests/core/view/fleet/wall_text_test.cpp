// What is said of the wall's cells and ranks.
#include "core/view/fleet/wall_text.h"

#include <algorithm>

#include "core/view/fleet/wall_details.h"
#include "tests/core/view/fleet/made_wall.h"

using namespace lanescope;

namespace {

std::string fact_of(const WallHover& hover, std::string_view key) {
  for (const auto& [own, value] : hover.facts) {
    if (own == key) return value;
  }
  return "";
}

}  // namespace

TEST_CASE("the mouse over a straggler's cell tells rank, host, step, value and cause") {
  FleetPlan plan;
  plan.slow_gpus = {{5, 1.2}};
  const FleetContents made = made_contents(plan);
  const WallGrid grid = make_wall_grid(made.run, {WallKind::Compute, 0}, {});
  const std::size_t row = grid.order.row_of[place_of(made.run, 5)];
  const WallHover hover = wall_hover(made.run, grid, {{row, row + 1}, {3, 4}});
  CHECK(hover.title == "Rank 5 · node0002 · ProfilerStep#103");
  const FleetStep& step = made.run.ranks()[row].steps[3];
  CHECK(fact_of(hover, "Compute") == format_duration(step.terms[kComputeTerm]));
  CHECK(fact_of(hover, "Cause").starts_with("more compute"));
  const WallHover other = wall_hover(made.run, grid, {{0, 1}, {3, 4}});
  CHECK(fact_of(other, "Cause").empty());
}

TEST_CASE("the mouse over cells that are drawn together tells the mean, and where the largest is") {
  FleetPlan plan;
  plan.slow_gpus = {{5, 1.2}};
  const FleetContents made = made_contents(plan);
  const WallGrid grid = make_wall_grid(made.run, {WallKind::WaitCaused, 0}, {});
  const WallHover hover = wall_hover(made.run, grid, {{0, 16}, {0, 10}});
  CHECK(hover.title == "16 ranks × 10 steps");
  CHECK(fact_of(hover, "Ranks") == "rank 0 – rank 15");
  CHECK(fact_of(hover, "Steps") == "ProfilerStep#100 – ProfilerStep#109");
  CHECK(fact_of(hover, "in").starts_with("Rank 5 · node0002 · "));
  CHECK_FALSE(fact_of(hover, "Wait caused, mean").empty());
}

TEST_CASE("the legend has the ends of the scale, and what has a color of its own") {
  FleetPlan plan;
  plan.slow_gpus = {{5, 1.2}};
  const FleetContents made = made_contents(plan);
  const WallGrid grid = make_wall_grid(made.run, {WallKind::Compute, 0}, {});
  REQUIRE(grid.scale.outliers > 0);
  const WallLegend legend = wall_legend(grid, false);
  CHECK(legend.least == wall_value_text(grid.measure, grid.scale.least));
  CHECK(legend.most == wall_value_text(grid.measure, grid.scale.most));
  CHECK(legend.outliers.starts_with(std::to_string(grid.scale.outliers) + " outlier"));
  CHECK(legend.outliers.ends_with(wall_value_text(grid.measure, grid.scale.largest)));
  const WallLegend changes = wall_legend(grid, true);
  CHECK(changes.least.starts_with("−"));
  CHECK(changes.most.starts_with("+"));
  CHECK(changes.outliers.empty());
}

TEST_CASE("a rank that could not be read says so, and shows no figures") {
  const FleetContents made = made_contents(FleetPlan(), [](int rank, RankSummary& summary) {
    if (rank == 2) summary = unreadable_rank({"/traces/rank2.json"}, "the file is damaged");
    return true;
  });
  const std::size_t rank = place_of(made.run, 2);
  CHECK(fleet_state_text(made.run, rank) == "its trace could not be read");
  const WallGrid grid = make_wall_grid(made.run, {WallKind::StepTime, 0}, {});
  const std::size_t row = grid.order.row_of[rank];
  CHECK(grid.at(row, 0) == kWallNothing);
  CHECK(made.tables.files.rows.size() == 1);
  CHECK(made.tables.files.rows.front().cells.front().text ==
        "its trace could not be read: the file is damaged");
}

TEST_CASE("a rank of a damaged trace is compared, and said to be one") {
  const FleetContents made = made_contents(FleetPlan(), [](int rank, RankSummary& summary) {
    summary.report.complete = rank != 2 && rank != 3;
    summary.report.damaged = rank == 2;
    return true;
  });
  REQUIRE(made.tables.files.rows.size() == 2);
  CHECK(made.tables.files.rows[0].cells.front().text == "its trace is damaged");
  CHECK(made.tables.files.rows[1].cells.front().text == "its trace is truncated");
  const auto& notes = made.run.notes;
  CHECK(std::ranges::any_of(notes, [](const std::string& note) {
    return note.starts_with("1 rank has a damaged trace: rank ");
  }));
  CHECK(std::ranges::any_of(notes, [](const std::string& note) {
    return note.starts_with("Incomplete trace: rank 3 (10 of 10 steps)");
  }));
  const std::size_t rank = place_of(made.run, 2);
  const RanksDetails details = wall_details(made.run, rank, std::nullopt);
  CHECK(std::ranges::any_of(details.rows, [](const RanksDetailRow& row) {
    return row.key == "Load report" && row.value == "the trace is damaged";
  }));
}

TEST_CASE("tables of a run have what was planted, the worst first, and a row for each rank") {
  const FleetContents made = made_contents(with_faults(FleetPlan()));
  REQUIRE(made.tables.stragglers.rows.size() == 3);
  CHECK(made.tables.stragglers.rows[0].name == "rank 4");
  CHECK(made.tables.stragglers.rows[0].cells[0].text == "node0002");
  REQUIRE(made.tables.links.rows.size() == 1);
  CHECK(made.tables.links.rows[0].name == "node0000 and node0008");
  CHECK(made.tables.ranks.rows.size() == 32);
  CHECK(made.tables.files.rows.empty());
  CHECK(made.run.sentence.starts_with("Rank 4 (node0002) is late in ProfilerStep#105"));
}

TEST_CASE("a cause of idle time can be chosen if it occurs, and memory if it is known") {
  const FleetContents made = made_contents(with_faults(FleetPlan()));
  const auto titles = [](const FleetContents& all) {
    std::vector<std::string> out;
    for (const WallMeasure& measure : all.measures) out.push_back(wall_measure_title(measure));
    return out;
  };
  const auto has = [](const std::vector<std::string>& all, std::string_view title) {
    return std::ranges::find(all, title) != all.end();
  };
  CHECK(has(titles(made), "GPU idle: data loading"));
  CHECK_FALSE(has(titles(made), "GPU idle: allocation"));
  CHECK(has(titles(made), "Peak memory"));
  const FleetContents without = made_contents(FleetPlan(), [](int, RankSummary& summary) {
    for (StepFacts& step : summary.steps) step.peak_bytes.reset();
    return true;
  });
  CHECK_FALSE(has(titles(without), "Peak memory"));
}

TEST_CASE("summaries that say to be of one rank are told apart by their files") {
  FleetFiles files;
  const MadeFleet made{FleetPlan()};
  made.summarize(0, [&](int rank, RankSummary&& summary) {
    if (rank != 0) return;
    for (const char* file : {"eager.rank", "compiled.rank"})
      files.fleet.add(fleet_rank(RankSummary(summary), file));
  });
  const FleetContents contents = make_fleet_contents(std::move(files), 1);
  CHECK(fleet_rank_name(contents.run, 0) == "rank 0 (compiled.rank)");
  CHECK(fleet_rank_name(contents.run, 1) == "rank 0 (eager.rank)");
}
