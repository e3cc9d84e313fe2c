#include "core/ranks/rank_clocks.h"

#include <doctest/doctest.h>

#include "tests/core/ranks/hand_made_ranks.h"

using namespace lanescope;

namespace {

std::vector<RankClock> clocks_of(const std::vector<RankCollectives>& traces) {
  return align_clocks(traces, shared_groups(traces));
}

}  // namespace

TEST_CASE("a clock that shows more is set back by it") {
  auto traces = three_ranks();
  traces[1] = on_clock(traces[1], 250);
  traces[2] = on_clock(traces[2], -90);
  const auto clocks = clocks_of(traces);
  CHECK(clocks[0].state == ClockState::Reference);
  CHECK(clocks[0].offset_ns == 0);
  CHECK(clocks[1].state == ClockState::Aligned);
  CHECK(clocks[1].offset_ns == -250 * kUs);
  CHECK(clocks[1].deviation_ns == 0);
  CHECK(clocks[1].pairs == 5);
  CHECK(!clocks[1].has_drift);
  CHECK(clocks[2].offset_ns == 90 * kUs);
  CHECK(clocks[2].common(5 * kUs) == 95 * kUs);
  CHECK(clocks[2].own(95 * kUs) == 5 * kUs);
}

TEST_CASE("the error of an offset is the median deviation of the ends from it") {
  // End differences: 0, -2, -4, 1, -1; their median is -1, the distances 1, 1, 3, 2, 0.
  const std::vector<RankCollectives> traces = {
      hand_made_rank(0, {{0, 10}, {20, 30}, {44, 45}, {60, 70}, {90, 100}}),
      hand_made_rank(1, {{0, 10}, {20, 32}, {44, 49}, {60, 69}, {90, 101}})};
  const auto clocks = clocks_of(traces);
  CHECK(clocks[1].offset_ns == -1 * kUs);
  CHECK(clocks[1].deviation_ns == 1 * kUs);
  CHECK(clocks[1].error_ns == 1 * kUs);
}

TEST_CASE("a lost first collective does not put the clock off") {
  auto traces = three_ranks();
  traces[1] = on_clock(without(traces[1], 0), 30);
  traces[2] = without(traces[2], 4);
  const auto clocks = clocks_of(traces);
  CHECK(clocks[1].offset_ns == -30 * kUs);
  REQUIRE(clocks[1].lags.size() == 1);
  CHECK(clocks[1].lags[0].lag == -1);
  CHECK(clocks[1].lags[0].pairs == 4);
  CHECK(clocks[2].offset_ns == 0);
  CHECK(clocks[2].lags[0].lag == 0);
}

TEST_CASE("the base times of the files are applied first") {
  auto traces = three_ranks();
  traces[1].base_ns = 7'000'000'000;
  traces[1] = on_clock(traces[1], -7'000'000 + 12);
  const auto clocks = clocks_of(traces);
  CHECK(clocks[1].offset_ns == -12 * kUs);
  CHECK(clocks[1].common(traces[1].collectives[0].range.end_ns) == 10 * kUs);
}

TEST_CASE("bases a quarter of a year apart lose no nanosecond") {
  auto traces = three_ranks();
  constexpr Ns kQuarter = 7'889'238LL * 1'000'000'000;
  traces[0].base_ns = 224 * kQuarter;
  traces[1].base_ns = 223 * kQuarter;
  traces[1] = on_clock(traces[1], kQuarter / kUs);
  for (RankCollective& one : traces[1].collectives) ++one.range.end_ns;
  const auto clocks = clocks_of(traces);
  CHECK(clocks[1].state == ClockState::Aligned);
  CHECK(clocks[1].offset_ns == -1);
}

TEST_CASE("in long traces a clock that runs slow is followed along a line") {
  std::vector<TimeRange> times, slow;
  for (const Ns end_ms : {100, 2'250, 5'310, 7'520, 9'600, 12'870, 16'010}) {
    times.push_back({end_ms * 1000 - 50, end_ms * 1000});
    // 20 µs a second too slow, 400 µs ahead at 0.
    const Ns end_us = end_ms * 1000 - end_ms / 50 + 400;
    slow.push_back({end_us - 50, end_us});
  }
  const std::vector<RankCollectives> traces = {hand_made_rank(0, times), hand_made_rank(1, slow)};
  const auto clocks = clocks_of(traces);
  REQUIRE(clocks[1].state == ClockState::Aligned);
  REQUIRE(clocks[1].has_drift);
  CHECK(clocks[1].drift == doctest::Approx(20e-6).epsilon(0.01));
  for (std::size_t i = 0; i < times.size(); ++i) {
    const Ns own_ns = slow[i].end_ns * kUs;
    const Ns common_ns = clocks[1].common(own_ns);
    CHECK(static_cast<double>(common_ns - times[i].end_ns * kUs) ==
          doctest::Approx(0).epsilon(1).scale(2.0 * kUs));
    CHECK(static_cast<double>(clocks[1].own(common_ns) - own_ns) ==
          doctest::Approx(0).epsilon(1).scale(2.0));
  }
}

TEST_CASE("a rank whose ends agree with no offset is refused, however long steps are") {
  const auto first = hand_made_rank(
      0, {{0, 100'000}, {0, 250'000}, {0, 310'000}, {0, 520'000}, {0, 600'000}, {0, 870'000}});
  // Differences: 0, -40, 0, -60, -10, -120 ms; their median is -25, their deviation 25 ms.
  auto second = hand_made_rank(
      1, {{0, 100'000}, {0, 290'000}, {0, 310'000}, {0, 580'000}, {0, 610'000}, {0, 990'000}});
  const auto refused = clocks_of({first, second});
  CHECK(refused[1].state == ClockState::Refused);
  CHECK(refused[1].limit_ns == 1 * kMs);
  CHECK(refused[1].deviation_ns > 1 * kMs);
  CHECK(!refused[1].aligned());
  CHECK(clock_problem(refused[1]) ==
        "the ends of its collectives deviate by 25.00 ms from any offset, more than 1.000 ms");
  // 5 % of the step would be 100 ms, but collectives follow each other after 190 ms and less.
  second.steps = {{"ProfilerStep#1", 2000 * kMs}};
  const auto still = clocks_of({first, second});
  CHECK(still[1].limit_ns == 9.5 * kMs);
  CHECK(still[1].state == ClockState::Refused);
}

TEST_CASE("ends may deviate more where collectives are far apart and steps are long") {
  const auto first = hand_made_rank(
      0, {{0, 1'000'000}, {0, 2'500'000}, {0, 3'100'000}, {0, 5'200'000}, {0, 6'000'000}});
  // Differences: 0, -10, 0, -15, -5 ms; their median is -5, their deviation 5 ms.
  auto second = hand_made_rank(
      1, {{0, 1'000'000}, {0, 2'510'000}, {0, 3'100'000}, {0, 5'215'000}, {0, 6'005'000}});
  CHECK(clocks_of({first, second})[1].state == ClockState::Refused);
  second.steps = {{"ProfilerStep#1", 2000 * kMs}};
  const auto taken = clocks_of({first, second});
  CHECK(taken[1].limit_ns > 5 * kMs);
  CHECK(taken[1].limit_ns <= 100 * kMs);
  CHECK(taken[1].agreeing == 5);
  CHECK(taken[1].state == ClockState::Aligned);
}

TEST_CASE("fewer than 4 pairs that agree align nothing") {
  const auto first =
      hand_made_rank(0, {{0, 100'000}, {0, 250'000}, {0, 310'000}, {0, 520'000}, {0, 600'000}});
  // Differences: 0, 0, 0, -40, -60 ms: at the median they agree, but it is three that do.
  const auto second =
      hand_made_rank(1, {{0, 100'000}, {0, 250'000}, {0, 310'000}, {0, 560'000}, {0, 660'000}});
  const auto clocks = clocks_of({first, second});
  CHECK(clocks[1].state == ClockState::Refused);
  CHECK(clocks[1].deviation_ns == 0);
  CHECK(clocks[1].agreeing == 3);
  CHECK(clock_problem(clocks[1]) ==
        "only 3 of 5 pairs of collectives end within 1.000 ms of a common offset, fewer than 4");
}

TEST_CASE("ranks without collectives, or with too few, are said to be so") {
  const auto ranks = three_ranks();
  const auto clocks = clocks_of(
      {hand_made_rank(0, {}), ranks[0], hand_made_rank(2, {{0, 10}, {20, 30}, {40, 45}})});
  CHECK(clocks[0].state == ClockState::NoCollectives);
  CHECK(clocks[1].state == ClockState::Reference);
  CHECK(clocks[2].state == ClockState::TooFewShared);
  CHECK(clock_problem(clocks[0]) == "the trace has no collectives");
  CHECK(clock_problem(clocks[1]).empty());
  CHECK(clock_problem(clocks[2]) == "fewer than 4 collectives in common with the other ranks");
  CHECK(clocks_of({ranks[0]})[0].state == ClockState::Reference);
  CHECK(clocks_of({}).empty());
}

TEST_CASE("a rank that shares nothing with the reference is set by one that does") {
  const std::vector<TimeRange> tensor = {{0, 12}, {20, 33}, {40, 51}, {60, 77}, {80, 95}};
  auto ranks = three_ranks();
  add_group(ranks[1], "AllGather", tensor);
  ranks[1] = on_clock(ranks[1], 100);
  const auto last = on_clock(hand_made_rank(2, tensor, "AllGather"), 300);
  const auto clocks = clocks_of({ranks[0], ranks[1], last});
  CHECK(clocks[1].offset_ns == -100 * kUs);
  CHECK(clocks[2].state == ClockState::Aligned);
  CHECK(clocks[2].partner == 1);
  CHECK(clocks[2].offset_ns == -300 * kUs);
}

TEST_CASE("a group too small for the search is matched on the clock that others set") {
  auto ranks = three_ranks();
  add_group(ranks[0], "Broadcast", {{1, 2}, {77, 78}});
  add_group(ranks[1], "Broadcast", {{77, 78}});
  ranks[1] = on_clock(ranks[1], 500);
  const std::vector<RankCollectives> traces = {ranks[0], ranks[1]};
  const auto shared = shared_groups(traces);
  const auto clocks = align_clocks(traces, shared);
  REQUIRE(clocks[1].lags.size() == 2);
  CHECK(shared.groups[clocks[1].lags[1].group].name == "Broadcast");
  CHECK(clocks[1].lags[1].lag == -1);
}

TEST_CASE("sequence numbers need no search") {
  RankCollectives first = hand_made_rank(0, {{0, 10}, {20, 30}, {40, 45}});
  RankCollectives second = hand_made_rank(1, {{20, 30}, {40, 45}});
  first.groups[0] = second.groups[0] = {"0 · default_pg", "[0, 1]", -1, 0, true};
  for (std::size_t i = 0; i < 3; ++i) first.collectives[i].index = 100 + static_cast<Ns>(i);
  for (std::size_t i = 0; i < 2; ++i) second.collectives[i].index = 101 + static_cast<Ns>(i);
  const auto clocks = clocks_of({first, on_clock(second, 7)});
  CHECK(clocks[1].state == ClockState::Aligned);
  CHECK(clocks[1].pairs == 2);
  CHECK(clocks[1].offset_ns == -7 * kUs);
}
