// In which order ranks are, and what belongs together.
#include "core/view/fleet/wall_order.h"

#include <algorithm>

#include "tests/core/view/fleet/made_wall.h"

using namespace lanescope;

namespace {

const WallSort* sort_named(const std::vector<WallSort>& sorts, std::string_view title) {
  const auto found = std::ranges::find(sorts, title, wall_sort_title);
  return found == sorts.end() ? nullptr : &*found;
}

}  // namespace

TEST_CASE("ranks are ordered by host and by each kind of process group that tells them apart") {
  const FleetContents made = made_contents(FleetPlan());  // tensor 2, pipeline 2, data 8
  for (const char* title : {"By rank", "By value", "By host", "By tensor model parallel group",
                            "By pipeline model parallel group"})
    CHECK_MESSAGE(sort_named(made.sorts, title) != nullptr, title);

  const WallSort* tensor = sort_named(made.sorts, "By tensor model parallel group");
  REQUIRE(tensor != nullptr);
  const WallOrder order = order_wall(made.run, *tensor, {});
  REQUIRE(order.groups.size() == 16);
  for (const WallGroup& group : order.groups) {
    REQUIRE(group.count == 2);
    const auto number = [&](std::size_t row) {
      return made.run.analysis.identity.traces[order.rows[row]].rank;
    };
    // Ranks of one tensor-parallel group are numbered one after the other.
    CHECK(number(group.first) % 2 == 0);
    CHECK(number(group.first + 1) == number(group.first) + 1);
  }
  CHECK(order.groups[0].title == "ranks 0, 1");
  for (std::size_t row = 0; row < order.rows.size(); ++row)
    CHECK(order.row_of[order.rows[row]] == row);
}

TEST_CASE("the two ends of a pipeline are one group, though they only exchange messages") {
  const FleetContents made = made_contents(FleetPlan());
  const WallSort* pipeline = sort_named(made.sorts, "By pipeline model parallel group");
  REQUIRE(pipeline != nullptr);
  const WallOrder order = order_wall(made.run, *pipeline, {});
  REQUIRE(order.groups.size() == 16);
  CHECK(order.groups[0].title == "ranks 0, 16");
  CHECK(order.groups[0].count == 2);
}

TEST_CASE("ordered by value, the largest mean is on top and ranks without one at the bottom") {
  const FleetContents made = made_contents(FleetPlan());
  std::vector<double> means(32, 1.0);
  means[7] = 3;
  means[9] = -1;
  const WallOrder order = order_wall(made.run, {WallSort::By::Value}, means);
  CHECK(order.rows.front() == 7);
  CHECK(order.rows[1] == 0);  // equal ones stay in the order of ranks
  CHECK(order.rows.back() == 9);
  CHECK(order.groups.empty());
}

TEST_CASE("ranks whose host is unknown come last, together") {
  const FleetContents made = made_contents(FleetPlan(), [](int rank, RankSummary& summary) {
    if (rank == 3) {
      summary.source.file = "/traces/rank3.json";
      summary.metadata.clear();
    }
    return true;
  });
  const WallOrder order = order_wall(made.run, {WallSort::By::Host}, {});
  CHECK(order.rows.back() == place_of(made.run, 3));
  CHECK(order.groups.back().title == "host unknown");
  CHECK(order.groups.front().title == "node0000");
}

TEST_CASE("the kind of a process group is told from its number and its ranks") {
  CHECK(group_kind("12 · TENSOR_MODEL_PARALLEL_GROUP [0, 1, 2, 3]") ==
        "TENSOR_MODEL_PARALLEL_GROUP");
  CHECK(group_kind("9000 · PIPELINE_MODEL_PARALLEL_GROUP · message 0 to 32 [0, 32]") ==
        "PIPELINE_MODEL_PARALLEL_GROUP");
  CHECK(group_kind("AllReduce").empty());
}
