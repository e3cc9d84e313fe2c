#include "core/ranks/fleet/communicators.h"

#include <doctest/doctest.h>

#include "tests/core/ranks/hand_made_ranks.h"

using namespace lanescope;

namespace {

FleetRank rank_with(std::int64_t rank, const std::vector<std::int64_t>& numbers) {
  RankSummary summary;
  summary.collectives = hand_made_rank(rank, {});
  summary.collectives.groups[0] = {"1 · TP", "[0, 1, 2]", -1, 0, true};
  for (const std::int64_t number : numbers) {
    RankCollective one;
    one.range = {number * kMs, number * kMs + kUs};
    one.index = number;
    summary.collectives.collectives.push_back(one);
  }
  return fleet_rank(std::move(summary), "x.rank");
}

}  // namespace

TEST_CASE("collectives meet by their numbers, also where some lack a few") {
  const std::vector<FleetRank> ranks = {rank_with(0, {5, 6, 7}), rank_with(1, {6, 7, 8})};
  const std::vector<CollectiveShape> shapes = {{"AllReduce"}};
  const auto found = find_communicators(ranks, shapes, {true, true}, 2);
  REQUIRE(found.size() == 1);
  const Communicator& one = found[0];
  CHECK(one.rows == 4);
  CHECK(one.absent() == 1);
  CHECK(one.cell(0, 0) == 0);
  CHECK(one.cell(0, 1) == kNoFleetPart);
  CHECK(one.cell(1, 0) == 1);
  CHECK(one.cell(1, 1) == 0);
  CHECK(one.cell(3, 0) == kNoFleetPart);
  CHECK(one.cell(3, 1) == 2);
}

TEST_CASE("ranks that are not taken are in no communicator") {
  const std::vector<FleetRank> ranks = {rank_with(0, {5}), rank_with(1, {5}), rank_with(2, {5})};
  const std::vector<CollectiveShape> shapes = {{"AllReduce"}};
  const auto found = find_communicators(ranks, shapes, {true, false, true}, 1);
  REQUIRE(found.size() == 1);
  CHECK(found[0].members == std::vector<std::uint32_t>{0, 2});
}

TEST_CASE("the size of a group is what it lists, unless that is shortened") {
  CHECK(listed_ranks("[0, 8, 16]") == 3);
  CHECK(listed_ranks("[7]") == 1);
  CHECK_FALSE(listed_ranks("[0, 1, ..., 63]").has_value());
  CHECK_FALSE(listed_ranks("[]").has_value());
  CHECK_FALSE(listed_ranks("").has_value());
}
