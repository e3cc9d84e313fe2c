#include "core/ranks/shared_groups.h"

#include <doctest/doctest.h>

#include "tests/core/ranks/hand_made_ranks.h"

using namespace lanescope;

TEST_CASE("kernels on one stream a rank are one group, whatever the stream's number") {
  const std::vector<RankCollectives> traces = {hand_made_rank(0, {{0, 1}}, "AllReduce", 20),
                                               hand_made_rank(1, {{0, 1}}, "AllReduce", 24)};
  const SharedGroups shared = shared_groups(traces);
  REQUIRE(shared.groups.size() == 1);
  CHECK(shared.groups[0].name == "AllReduce");
  CHECK(shared.groups[0].traces == std::vector<std::size_t>{0, 1});
}

TEST_CASE("where a rank has two streams, streams tell groups apart") {
  RankCollectives first = hand_made_rank(0, {{0, 1}}, "AllReduce", 20);
  first.groups.push_back({"AllReduce", "", 24, 0, false});
  const std::vector<RankCollectives> traces = {first, hand_made_rank(1, {{0, 1}}, "AllReduce", 24)};
  const SharedGroups shared = shared_groups(traces);
  REQUIRE(shared.groups.size() == 2);
  CHECK(shared.groups[0].name == "AllReduce, stream 20");
  CHECK(shared.groups[0].traces == std::vector<std::size_t>{0});
  CHECK(shared.groups[1].traces == std::vector<std::size_t>{0, 1});
}

TEST_CASE("process groups of one name and other ranks are two") {
  RankCollectives first, second;
  first.groups.push_back({"1 · tp", "[0, 1]", -1, 0, true});
  second.groups.push_back({"1 · tp", "[2, 3]", -1, 0, true});
  const std::vector<RankCollectives> traces = {first, second};
  const SharedGroups shared = shared_groups(traces);
  REQUIRE(shared.groups.size() == 2);
  CHECK(shared.groups[1].name == "1 · tp [2, 3]");
}
