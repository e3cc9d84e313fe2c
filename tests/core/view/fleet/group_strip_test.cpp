// The strip of process groups above the wall.
#include "core/view/fleet/group_strip.h"

#include <algorithm>
#include <string>

#include "core/analysis/events/statistics.h"
#include "tests/core/view/fleet/made_wall.h"

using namespace lanescope;

namespace {

constexpr const char* kTensor = "TENSOR_MODEL_PARALLEL_GROUP";

/// 16 groups of two ranks; rank 4 pauses in step 5, which is ProfilerStep#105.
FleetContents paused() {
  FleetPlan plan;
  plan.pauses = {{4, 5, 200'000'000, true}};
  return made_contents(plan);
}

}  // namespace

TEST_CASE("the kind of group that waits the most comes first, and that of messages last") {
  const FleetContents made = paused();
  CHECK(made.group_kinds ==
        std::vector<std::string>{"DATA_PARALLEL_GROUP", kTensor, "PIPELINE_MODEL_PARALLEL_GROUP"});
  FleetPlan plan;
  plan.tensor = plan.pipeline = 1;
  CHECK(made_contents(plan).group_kinds.empty());
}

TEST_CASE("the group of a rank that pauses has the longest wait, and names it") {
  const FleetContents made = paused();
  const GroupStrip strip = make_group_strip(made.run, kTensor);
  REQUIRE(strip.groups.size() == 16);
  CHECK(strip.groups[2].title == "ranks 4, 5");
  CHECK(strip.group_of[4] == 2);
  CHECK(strip.group_of[5] == 2);
  const WallExtremes all = extremes_of(strip.grid, {0, 16}, {0, 10});
  CHECK(all.most_at == WallCell{2, 5});
  const auto held_up = held_up_in(made.run, strip, 2, 5);
  REQUIRE(held_up);
  CHECK(held_up->by.last == 4);
  CHECK(static_cast<double>(held_up->by.late_ns) == doctest::Approx(200e6).epsilon(0.05));
  CHECK(held_up->by.collectives <= held_up->collectives);
  const WallHover hover = strip_hover(made.run, strip, {{2, 3}, {5, 6}});
  CHECK(hover.title == "Ranks 4, 5 · ProfilerStep#105");
  CHECK(fact_in(hover, "Held up by") == "rank 4 · node0002");
  CHECK(fact_in(hover, "Late by") == "up to " + format_duration(held_up->by.late_ns));
  CHECK(fact_in(hover, "Last at") == std::to_string(held_up->by.collectives) + " of " +
                                         std::to_string(held_up->collectives) + " collectives");
}

TEST_CASE("over groups that are drawn together the mouse tells where the longest wait is") {
  const FleetContents made = paused();
  const GroupStrip strip = make_group_strip(made.run, kTensor);
  const WallHover hover = strip_hover(made.run, strip, {{0, 16}, {0, 10}});
  CHECK(hover.title == "16 groups × 10 steps");
  CHECK(fact_in(hover, "in") == "ranks 4, 5 · ProfilerStep#105");
  CHECK(fact_in(hover, "Held up by") == "rank 4 · node0002");
}

TEST_CASE("the pairs of a pipeline that exchange messages are one group") {
  const FleetContents made = paused();
  const GroupStrip strip = make_group_strip(made.run, "PIPELINE_MODEL_PARALLEL_GROUP");
  REQUIRE(strip.groups.size() == 16);
  CHECK(strip.groups[4].title == "ranks 4, 20");
  CHECK(strip.groups[4].communicators.size() == 2);  // there and back
}

TEST_CASE("a step of warm-up has no wait but its own color, and no step no value at all") {
  const FleetContents made = made_contents(FleetPlan(), [](int rank, RankSummary& summary) {
    make_warm_up(rank, summary);
    for (RankCollective& one : summary.collectives.collectives) one.counts = one.step != 0U;
    if (rank < 2) summary.steps.pop_back();
    if (rank < 2)
      std::erase_if(summary.collectives.collectives,
                    [](const RankCollective& one) { return one.step == 9U; });
    return true;
  });
  const GroupStrip strip = make_group_strip(made.run, kTensor);
  CHECK(strip.grid.at(0, 0) == kWallNotCounted);
  CHECK(strip.grid.at(0, 1) >= 0);
  CHECK(strip.grid.at(0, 9) == kWallNothing);
  const WallHover hover = strip_hover(made.run, strip, {{0, 1}, {0, 1}});
  CHECK(fact_in(hover, "Wait") == kNotCounted);
}
