// What a search finds on several ranks, and what is known of one event of them.
#include "core/view/ranks/rank_events.h"

#include <algorithm>
#include <array>

#include <doctest/doctest.h>

#include "core/view/text/time_text.h"
#include "tests/core/fixtures/trace_text.h"

namespace lanescope {
namespace {

/// Two ranks on one clock, with kernels at 10, 30 and 50 µs, and at 20 µs.
RanksPicture two_ranks() {
  TraceText first, second;
  first.cpu("cpu_op", "host gemm", "5", "3");
  first.kernel("gemm", "10", "5", "1")
      .kernel("gemm", "30", "9", "2")
      .kernel("relu", "50", "1", "3");
  second.kernel("gemm", "20", "7", "1");
  RanksPicture run;
  run.own_starts = true;
  run.own_to_axis_ns = {0, 0};
  run.extent = {0, 60'000};
  run.analysis.clocks.resize(2);
  run.ranks.resize(2);
  run.identities =
      identify_ranks(std::array{RankClaim{"/t/a.json", 0, 2}, RankClaim{"/t/b.json", 1, 2}});
  for (std::size_t trace = 0; trace < 2; ++trace) {
    RankTimes times;
    times.rank = static_cast<std::int64_t>(trace);
    run.times.push_back(times);
    RankPicture& rank = run.ranks[trace];
    rank.snapshot = (trace == 0 ? first : second).load();
    const EventId gemm = event_named(*rank.snapshot, "gemm");
    rank.streams = {{rank.snapshot->find_slice(gemm)->track->id, "stream 7", "", 1}};
  }
  return run;
}

EventId gemm(const RanksPicture& run, std::size_t trace, std::size_t nth = 0) {
  return event_named(*run.ranks[trace].snapshot, "gemm", nth);
}

}  // namespace

TEST_CASE("a search finds what is on the streams of the ranks, in the order of the common clock") {
  const RanksPicture run = two_ranks();
  const RanksMatches matches = find_rank_matches(run, {true, true}, "gemm");
  CHECK(matches.events ==
        std::vector<RankEvent>{{0, gemm(run, 0)}, {1, gemm(run, 1)}, {0, gemm(run, 0, 1)}});
  CHECK(matches.of[0].any_of(gemm(run, 0)));
  CHECK_FALSE(matches.of[0].any_of(event_named(*run.ranks[0].snapshot, "relu")));
  CHECK(rank_matches_text(run, matches, std::nullopt) ==
        "3 on rank 0, rank 1 · " + format_duration(21'000));
  CHECK(rank_matches_text(run, matches, matches.events[1]) == "2 of 3 · rank 1");
  CHECK(find_rank_matches(run, {false, true}, "gemm").events.size() == 1);
}

TEST_CASE("a search that finds nothing says where it looked, and one without ranks what to do") {
  const RanksPicture run = two_ranks();
  CHECK(rank_matches_text(run, find_rank_matches(run, {true, false}, "softmax"), std::nullopt) ==
        "no matches on rank 0");
  CHECK(rank_matches_text(run, find_rank_matches(run, {false, false}, "gemm"), std::nullopt) ==
        "unfold a rank to search it");
  CHECK(find_rank_matches(run, {true, true}, "arg.block:1").hint.find("open it alone") !=
        std::string::npos);
  CHECK_FALSE(find_rank_matches(run, {true, true}, "/(/").error.empty());
}

TEST_CASE("matches of several ranks are stepped through, from one to the next rank") {
  const RanksPicture run = two_ranks();
  const RanksMatches matches = find_rank_matches(run, {true, true}, "gemm");
  const auto& events = matches.events;
  REQUIRE(events.size() == 3);
  CHECK(step_rank_match(run, matches, events[0], 0, Direction::Next) == events[1]);
  CHECK(step_rank_match(run, matches, events[0], 0, Direction::Previous) == events[2]);
  CHECK(step_rank_match(run, matches, std::nullopt, 25'000, Direction::Next) == events[2]);
  CHECK(step_rank_match(run, matches, std::nullopt, 25'000, Direction::Previous) == events[1]);
  CHECK_FALSE(step_rank_match(run, RanksMatches(), events[0], 0, Direction::Next));
}

TEST_CASE("the next longest of a name is on the same rank, and after the shortest the longest") {
  const RanksPicture run = two_ranks();
  CHECK(next_longest(run.ranks[0], gemm(run, 0, 1)) == gemm(run, 0));
  CHECK(next_longest(run.ranks[0], gemm(run, 0)) == gemm(run, 0, 1));
  CHECK_FALSE(next_longest(run.ranks[1], gemm(run, 1)));
}

TEST_CASE("an event of a rank tells its stream and its time, and where there is more") {
  const RanksPicture run = two_ranks();
  const RanksDetails details = event_details(run, {0, gemm(run, 0)});
  CHECK(details.title == "gemm");
  CHECK(details.subtitle == "Rank 0");
  const auto value = [&](std::string_view key) {
    const auto row = std::ranges::find(details.rows, key, &RanksDetailRow::key);
    return row == details.rows.end() ? std::string() : row->value;
  };
  CHECK(value("Stream") == "stream 7");
  CHECK(value("Start") == format_duration(10'000));
  CHECK(value("Duration") == format_duration(5'000));
  CHECK(std::ranges::find(details.rows, "FULL NAME", &RanksDetailRow::key) == details.rows.end());
  CHECK(event_details(run, {0, EventId::None}).rows.empty());
}

TEST_CASE("a kernel of a rank tells its full name, by which a search may have found it") {
  constexpr const char* kFull = "void permute_2D_data_kernel<int, Gemm>(int const*)";
  RanksPicture run = two_ranks();
  TraceText trace;
  trace.kernel(kFull, "10", "5", "1");
  RankPicture& rank = run.ranks[0];
  rank.snapshot = trace.load();
  const EventId kernel = event_named(*rank.snapshot, kFull);
  rank.streams = {{rank.snapshot->find_slice(kernel)->track->id, "stream 7", "", 1}};
  REQUIRE(find_rank_matches(run, {true, false}, "gemm").events.size() == 1);
  const RanksDetails details = event_details(run, {0, kernel});
  CHECK(details.title != kFull);
  const auto section = std::ranges::find(details.rows, "FULL NAME", &RanksDetailRow::key);
  REQUIRE(section != details.rows.end());
  REQUIRE(section + 1 != details.rows.end());
  CHECK((section + 1)->value == kFull);
}

}  // namespace lanescope
