// What fills the pixels of the wall.
#include "core/view/fleet/wall_grid.h"

#include <numeric>

#include "tests/core/view/fleet/made_wall.h"

using namespace lanescope;

namespace {

/// Ranks in order, with the given values by rank and step.
WallGrid grid_of(std::size_t rows, std::size_t steps, std::vector<float> values) {
  WallOrder order;
  order.rows.resize(rows);
  std::iota(order.rows.begin(), order.rows.end(), 0U);
  order.row_of = order.rows;
  return make_wall_grid(std::move(order), steps, std::move(values));
}

/// 1,000 ranks of 64 steps that take 100 to 102, but for one cell.
WallGrid even_but_one(std::size_t rank, std::size_t step, float value) {
  std::vector<float> values(std::size_t{1000} * 64);
  for (std::size_t i = 0; i < values.size(); ++i) values[i] = 100 + static_cast<float>(i % 3);
  values[rank * 64 + step] = value;
  return grid_of(1000, 64, std::move(values));
}

}  // namespace

TEST_CASE("one slow cell of 64,000 is seen wherever it is, at every zoom") {
  const WallGrid grid = even_but_one(777, 41, 500);
  WallBlocks blocks;
  for (const unsigned row_level : {0U, 1U, 3U, 6U, 9U, 10U, 31U}) {
    for (const unsigned step_level : {0U, 2U, 6U}) {
      CAPTURE(row_level);
      CAPTURE(step_level);
      blocks.refresh(grid, {0, 1000}, {0, 64}, row_level, step_level);
      std::size_t seen = 0;
      for (std::size_t i = 0; i < blocks.rows(); ++i) {
        for (const WallBlock& block : blocks.row(i)) {
          if (!grid.scale.is_outlier(static_cast<double>(block.most))) continue;
          ++seen;
          CHECK(block.most == 500);
        }
      }
      CHECK(seen == 1);
    }
  }
}

TEST_CASE("blocks stand for the mean of their cells, also at the edges") {
  const WallGrid grid = grid_of(3, 3, {1, 2, 3, 4, 5, 6, 7, 8, 9});
  WallBlocks blocks;
  blocks.refresh(grid, {0, 3}, {0, 3}, 1, 1);
  REQUIRE(blocks.rows() == 2);
  REQUIRE(blocks.steps() == 2);
  CHECK(blocks.row(0)[0].mean == doctest::Approx(3));    // 1 2 4 5
  CHECK(blocks.row(0)[1].mean == doctest::Approx(4.5));  // 3 6
  CHECK(blocks.row(1)[0].mean == doctest::Approx(7.5));  // 7 8
  CHECK(blocks.row(1)[1].most == 9);
  blocks.refresh(grid, {2, 3}, {1, 2}, 0, 0);  // one cell in view
  REQUIRE(blocks.rows() == 1);
  REQUIRE(blocks.steps() == 1);
  CHECK(blocks.first_row() == 2);
  CHECK(blocks.row(0)[0].most == 8);
}

TEST_CASE("cells that do not count change no mean, and are told from those without a step") {
  const WallGrid grid =
      grid_of(2, 3, {10, kWallNotCounted, kWallNothing, 20, kWallNotCounted, kWallNothing});
  WallBlocks blocks;
  blocks.refresh(grid, {0, 2}, {0, 3}, 1, 0);
  CHECK(blocks.row(0)[0].mean == 15);
  CHECK(blocks.row(0)[1].most == kWallNotCounted);
  CHECK(blocks.row(0)[2].most == kWallNothing);
  const WallExtremes found = extremes_of(grid, {0, 2}, {0, 3});
  CHECK(found.mean == 15);
  CHECK(found.values == 2);
  CHECK(found.not_counted == 2);
  CHECK(found.most_at == WallCell{1, 0});
}

TEST_CASE("outliers do not take the shades from other values") {
  const WallGrid grid = even_but_one(0, 0, 1e6F);
  CHECK(grid.scale.outliers == 1);
  CHECK(grid.scale.largest == 1e6);
  CHECK(grid.scale.least == 100);
  CHECK(grid.scale.most == 102);
  CHECK(grid.scale.share(100) == 0);
  CHECK(grid.scale.share(101) == doctest::Approx(0.5));
  CHECK(grid.scale.share(102) == 1);
  CHECK(grid.scale.share(1e6) == 1);
}

TEST_CASE("where most values are zero, the others are compared with each other") {
  std::vector<float> values(1000, 0.0F);
  for (std::size_t i = 0; i < 40; ++i) values[i] = 10 + static_cast<float>(i % 5);
  values[40] = 900;
  const WallScale scale = wall_scale(values);
  CHECK(scale.least == 0);
  CHECK(scale.most == 14);
  CHECK(scale.outliers == 1);
  const WallScale zeros = wall_scale(std::vector<float>(10, 0.0F));
  CHECK(zeros.outliers == 0);
  CHECK(zeros.share(0) == 0);
  CHECK(wall_scale({}).values == 0);
  CHECK(wall_scale({kWallNothing, kWallNotCounted}).values == 0);
}

TEST_CASE("values that are almost equal have no outliers") {
  std::vector<float> values(1000, 100.0F);
  values[3] = 102;
  CHECK(wall_scale(values).outliers == 0);
  values[3] = 104;
  CHECK(wall_scale(values).outliers == 1);
}

TEST_CASE("the grid of a run has each rank's values, and grays out steps of warm-up") {
  const FleetContents made = made_contents(FleetPlan(), make_warm_up);
  const WallGrid grid = make_wall_grid(made.run, {WallKind::StepTime, 0}, {});
  REQUIRE(grid.rows() == 32);
  REQUIRE(grid.steps == 10);
  for (std::size_t rank = 0; rank < 32; ++rank) {
    CHECK(grid.at(rank, 0) == kWallNotCounted);
    const FleetStep& step = made.run.ranks()[rank].steps[4];
    CHECK(grid.at(rank, 4) == doctest::Approx(static_cast<double>(step.range.length_ns())));
  }
}

TEST_CASE("a slow GPU is an outlier of the waits that ranks cause, and nobody else is") {
  FleetPlan plan;
  plan.slow_gpus = {{5, 1.2}};
  const FleetContents made = made_contents(plan);
  const WallGrid grid = make_wall_grid(made.run, {WallKind::WaitCaused, 0}, {WallSort::By::Value});
  CHECK(grid.order.rows.front() == place_of(made.run, 5));
  double own = 0, others = 0;
  for (std::size_t step = 0; step < grid.steps; ++step) {
    own += static_cast<double>(grid.at(0, step));
    for (std::size_t row = 1; row < grid.rows(); ++row)
      others = std::max(others, static_cast<double>(grid.at(row, step)));
  }
  CHECK(own / static_cast<double>(grid.steps) > 10 * others);
}

TEST_CASE("cells are drawn together from three pixels down") {
  CHECK(wall_level(20, 3) == 0);
  CHECK(wall_level(3, 3) == 0);
  CHECK(wall_level(2.9, 3) == 1);
  CHECK(wall_level(0.1, 3) == 5);
  CHECK(wall_level(0, 3) == 31);
}

TEST_CASE("noise of a healthy run does not take the whole scale, and warm-up is in the legend") {
  const FleetContents made = made_contents(FleetPlan(), make_warm_up);
  const WallGrid grid = make_wall_grid(made.run, {WallKind::StepTime, 0}, {});
  const auto step_ns = static_cast<double>(made.run.analysis.work.step_ns);
  CHECK(grid.scale.most - grid.scale.least >= 0.0299 * step_ns);
  CHECK(grid.scale.outliers == 0);
  CHECK(grid.scale.not_counted == 32);
}

TEST_CASE("a scale is widened, not narrowed") {
  WallGrid grid = even_but_one(3, 3, 120);
  REQUIRE(grid.scale.outliers == 1);
  widen_scale(grid, 50);
  CHECK(grid.scale.most == 150);
  CHECK(grid.scale.outliers == 0);
  widen_scale(grid, 1);
  CHECK(grid.scale.most == 150);
}
