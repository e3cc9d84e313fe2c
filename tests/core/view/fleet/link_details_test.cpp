// What is said of a slow link, and where it is said.
#include "core/view/fleet/link_details.h"

#include <algorithm>

#include "core/view/fleet/group_strip.h"
#include "tests/core/view/fleet/made_wall.h"

using namespace lanescope;

namespace {

FleetContents with_slow_link() {
  FleetPlan plan;
  plan.slow_links = {{0, 0, 4}};
  return made_contents(plan);
}

}  // namespace

TEST_CASE("the details of a slow link name both ends, its transfers and what they cost") {
  const FleetContents made = with_slow_link();
  REQUIRE(made.run.analysis.links.size() == 1);
  const FleetLink& link = made.run.analysis.links.front();
  const RanksDetails details = link_details(made.run, 0);
  const auto of = [&](std::string_view key) {
    const auto found = std::ranges::find(details.rows, key, &RanksDetailRow::key);
    return found == details.rows.end() ? "" : found->value;
  };
  CHECK(details.title == "node0000 and node0008");
  CHECK(of("node0000") == "ranks 0, 1");
  CHECK(of("node0008") == "ranks 16, 17");
  CHECK(of("Takes, median") == format_duration(static_cast<Ns>(link.link.transfer_ns + 0.5)));
  CHECK(of("Slower by").ends_with(" times"));
  CHECK(of("Lost by the worst") == format_duration(link.link.lost_ns));
  const auto ends = link_ends(made.run, 0);
  REQUIRE(ends.size() == 2);
  CHECK(ends[0].ranks == std::vector<std::uint32_t>{0, 1});
}

TEST_CASE("a pipeline group with a slow link is held up by the link, not by who arrives last") {
  const FleetContents made = with_slow_link();
  const GroupStrip strip = make_group_strip(made.run, "PIPELINE_MODEL_PARALLEL_GROUP");
  const std::uint32_t slow = strip.group_of[0], other = strip.group_of[6];
  const auto hover = [&](std::size_t group) {
    return strip_hover(made.run, strip, {{group, group + 1}, {4, 5}});
  };
  CHECK(fact_in(hover(slow), "Held up by") == "slow link node0000 and node0008");
  // Nobody is to blame for the waits of an ordinary pipeline.
  CHECK(fact_in(hover(other), "Held up by").empty());
  CHECK_FALSE(fact_in(hover(other), "Arrived last").empty());
}

TEST_CASE("a rank that delays the next stage holds its pipeline up, whoever arrives last") {
  FleetPlan plan;
  plan.pauses = {{4, 5, 200'000'000, true}};
  const FleetContents made = made_contents(plan);
  const GroupStrip strip = make_group_strip(made.run, "PIPELINE_MODEL_PARALLEL_GROUP");
  const std::size_t group = strip.group_of[4];
  const WallHover hover = strip_hover(made.run, strip, {{group, group + 1}, {5, 6}});
  CHECK(fact_in(hover, "Held up by") == "rank 4 · node0002");
}
