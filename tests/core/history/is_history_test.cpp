// Summaries that are opened together: the ranks of one run, or many runs.
#include "core/history/is_history.h"

#include <vector>

#include <doctest/doctest.h>

using namespace lanescope;

namespace {

constexpr Ns kDayNs = 86'400'000'000'000;
constexpr Ns kFirstNs = 1'767'600'000'000'000'000;
constexpr Ns kSecondNs = 1'000'000'000;

FleetRank summary_of(std::optional<std::int64_t> rank, Ns begin_ns, std::int64_t world = 8) {
  FleetRank one;
  one.claim.rank = rank;
  one.claim.world_size = world;
  one.claim.unix_time = TimeRange{begin_ns, begin_ns + 4 * kSecondNs};
  return one;
}

/// On so many days, so many ranks that begin within a few seconds.
std::vector<FleetRank> recorded(int days, int ranks) {
  std::vector<FleetRank> all;
  for (int day = 0; day < days; ++day) {
    for (int rank = 0; rank < ranks; ++rank)
      all.push_back(summary_of(rank, kFirstNs + day * kDayNs + rank * 5 * kSecondNs));
  }
  return all;
}

}  // namespace

TEST_CASE("a rank that was recorded on many days is a history, also with others beside it") {
  CHECK(is_history(recorded(2, 1)));
  CHECK(is_history(recorded(20, 1)));
  CHECK(is_history(recorded(20, 8)));
}

TEST_CASE("the ranks of one run are none, even if some were recorded again") {
  CHECK_FALSE(is_history(recorded(1, 8)));
  CHECK_FALSE(is_history(recorded(1, 1)));
  CHECK_FALSE(is_history(recorded(2, 8)));
  std::vector<FleetRank> again = recorded(1, 8);
  again.push_back(summary_of(3, kFirstNs + kDayNs));
  again.push_back(summary_of(4, kFirstNs + kDayNs));
  CHECK_FALSE(is_history(again));
  CHECK_FALSE(is_history({}));
}

TEST_CASE("ranks that were recorded one after the other are not a history of any of them") {
  std::vector<FleetRank> apart;
  for (int rank = 0; rank < 4; ++rank) apart.push_back(summary_of(rank, kFirstNs + rank * kDayNs));
  CHECK_FALSE(is_history(apart));
}

TEST_CASE("a copy of a summary is no further run, and one without a time says nothing") {
  std::vector<FleetRank> twice = {summary_of(0, kFirstNs), summary_of(0, kFirstNs)};
  CHECK_FALSE(is_history(twice));
  std::vector<FleetRank> unknown = recorded(5, 1);
  for (FleetRank& one : unknown) one.claim.unix_time.reset();
  CHECK_FALSE(is_history(unknown));
  std::vector<FleetRank> unread = recorded(5, 1);
  for (FleetRank& one : unread) one.failure = "not a trace";
  CHECK_FALSE(is_history(unread));
}
