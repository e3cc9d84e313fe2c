#include "core/ranks/matched_collectives.h"

#include <doctest/doctest.h>

#include "tests/core/ranks/hand_made_ranks.h"

using namespace lanescope;

namespace {

MatchedCollectives matched(const std::vector<RankCollectives>& traces) {
  const SharedGroups shared = shared_groups(traces);
  return match_collectives(traces, shared, align_clocks(traces, shared));
}

}  // namespace

TEST_CASE("each collective knows who came last and how long the others waited") {
  auto traces = three_ranks();
  traces[1] = on_clock(traces[1], 1000);
  const MatchedCollectives found = matched(traces);
  REQUIRE(found.collectives.size() == 5);
  const MatchedCollective& first = found.collectives[0];
  CHECK(first.kind == "AllReduce");
  CHECK(first.complete);
  CHECK(first.last_part().trace == 2);
  CHECK(first.skew_ns == 6 * kUs);
  CHECK(first.transfer_ns == 4 * kUs);
  CHECK(first.parts[0].wait_ns == 6 * kUs);
  CHECK(first.parts[1].arrival_ns == 4 * kUs);
  CHECK(first.parts[1].wait_ns == 2 * kUs);
  CHECK(first.parts[2].wait_ns == 0);
  CHECK(first.first_arrival_ns() == 0);
  CHECK(found.collectives[1].last_part().trace == 1);
  CHECK(found.missing == std::vector<std::size_t>{0, 0, 0});
}

TEST_CASE("a part of no length waits for nobody, and nobody waits longer than it runs") {
  const MatchedCollective one = matched(three_ranks()).collectives.at(2);
  CHECK(one.last_part().trace == 2);
  CHECK(one.transfer_ns == 0);
  CHECK(one.late_ns() == 1 * kUs);  // after the median of 44 and 40
  CHECK(one.parts[0].wait_ns == 1 * kUs);
  CHECK(one.parts[1].wait_ns == 5 * kUs);
  CHECK(one.parts[2].wait_ns == 0);
}

TEST_CASE("a collective that one rank lacks is kept and does not count") {
  auto traces = three_ranks();
  traces[1] = without(traces[1], 0);
  const MatchedCollectives found = matched(traces);
  REQUIRE(found.collectives.size() == 5);
  const MatchedCollective& first = found.collectives[0];
  CHECK(first.parts.size() == 2);
  CHECK(first.missing == std::vector<std::size_t>{1});
  CHECK(!first.complete);
  CHECK(!first.counts);
  CHECK(found.collectives[1].parts[1].arrival_ns == 28 * kUs);
  CHECK(found.missing == std::vector<std::size_t>{0, 1, 0});
}

TEST_CASE("after the end of one rank's trace, the collectives of the others count") {
  auto traces = three_ranks();
  traces[1] = without(traces[1], 4);
  const MatchedCollectives found = matched(traces);
  REQUIRE(found.collectives.size() == 5);
  const MatchedCollective& last = found.collectives.back();
  CHECK(last.parts.size() == 2);
  CHECK(last.missing == std::vector<std::size_t>{1});
  CHECK(last.complete);
  CHECK(last.counts);
  CHECK(found.missing == std::vector<std::size_t>{0, 1, 0});
}

TEST_CASE("a collective counts when it is in the window of each rank") {
  auto traces = three_ranks();
  traces[2].collectives[3].counts = false;
  const MatchedCollectives found = matched(traces);
  CHECK(found.collectives[2].counts);
  CHECK(found.collectives[3].complete);
  CHECK(!found.collectives[3].counts);
}

TEST_CASE("a rank that is not aligned takes no part, and its collectives are counted") {
  auto traces = three_ranks();
  traces[1] = hand_made_rank(1, {{0, 10}, {20, 30}});
  const MatchedCollectives found = matched(traces);
  CHECK(found.unmatched == std::vector<std::size_t>{0, 2, 0});
  CHECK(found.collectives[0].complete);
  CHECK(found.collectives[0].parts.size() == 2);
}

TEST_CASE("several kernels of one sequence number are matched in their order") {
  RankCollectives first = hand_made_rank(0, {{0, 10}, {11, 20}, {30, 40}, {50, 64}});
  first.groups[0] = {"0", "", -1, 0, true};
  first.collectives[0].index = first.collectives[1].index = 5;
  first.collectives[1].repeat = 1;
  first.collectives[2].index = 6;
  first.collectives[3].index = 7;
  RankCollectives second = first;
  second.collectives.erase(second.collectives.begin() + 1);
  const MatchedCollectives found = matched({first, second});
  REQUIRE(found.collectives.size() == 4);
  CHECK(found.collectives[0].complete);
  CHECK(found.collectives[1].missing == std::vector<std::size_t>{1});
  CHECK(found.collectives[2].complete);
}

TEST_CASE("no traces, or one, have nothing to match") {
  CHECK(matched({}).collectives.empty());
  const MatchedCollectives one = matched({three_ranks()[0]});
  REQUIRE(one.collectives.size() == 5);
  CHECK(!one.collectives[0].complete);
}
