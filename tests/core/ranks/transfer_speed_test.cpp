#include "core/ranks/transfer_speed.h"

#include <utility>
#include <vector>

#include <doctest/doctest.h>

#include "tests/core/ranks/hand_made_ranks.h"

using namespace lanescope;

namespace {

TransferSpeed speed_of(const std::vector<RankCollectives>& traces, std::size_t trace) {
  const SharedGroups shared = shared_groups(traces);
  return transfer_speed(match_collectives(traces, shared, align_clocks(traces, shared)), trace);
}

/// Two ranks; in each collective the second is the last or the first, and it then takes so long.
std::vector<RankCollectives> two_ranks(const std::vector<std::pair<bool, Ns>>& second_last) {
  std::vector<TimeRange> first, second;
  Ns end = 100;
  for (const auto& [last, moves_us] : second_last) {
    first.push_back({end - (last ? 90 : moves_us), end});
    second.push_back({end - (last ? moves_us : 90), end});
    end += 1000;
  }
  std::vector<RankCollectives> ranks = {hand_made_rank(0, first), hand_made_rank(1, second)};
  for (RankCollectives& rank : ranks) {
    for (RankCollective& one : rank.collectives) one.bytes = 4096;
  }
  return ranks;
}

}  // namespace

TEST_CASE("transfers are compared with those of the same kind that the rank was not last in") {
  const auto speed = [](Ns own_us) {
    return speed_of(two_ranks({{true, own_us},
                               {true, own_us},
                               {true, own_us},
                               {true, own_us},
                               {false, 10},
                               {false, 10},
                               {false, 12}}),
                    1);
  };
  CHECK(speed(10).verdict == TransferVerdict::AsFast);
  CHECK(speed(12).verdict == TransferVerdict::AsFast);
  CHECK(speed(30).verdict == TransferVerdict::Slower);
  CHECK(speed(30).compared == 4);
  CHECK(speed(30).own_ns == 4 * 30 * kUs);
  CHECK(speed(30).others_ns == 4 * 10 * kUs);
}

TEST_CASE("too few alike, of unknown size or always of one rank can not be compared") {
  CHECK(speed_of(two_ranks({{true, 9}, {true, 9}, {true, 9}, {true, 9}, {false, 9}, {false, 9}}), 1)
            .verdict == TransferVerdict::Unknown);
  CHECK(speed_of(two_ranks({{true, 9}, {true, 9}, {true, 9}, {true, 9}, {true, 9}, {true, 9}}), 1)
            .verdict == TransferVerdict::Unknown);
  CHECK(speed_of(three_ranks(), 2).verdict == TransferVerdict::Unknown);
}
