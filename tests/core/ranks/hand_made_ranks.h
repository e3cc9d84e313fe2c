// Ranks of a run with their collectives, as read from files, written in the test that needs them.
#pragma once

#include <algorithm>
#include <string>
#include <vector>

#include "core/ranks/rank_collectives.h"

namespace lanescope {

inline constexpr Ns kUs = 1000;
inline constexpr Ns kMs = 1000 * kUs;

/// Collectives of one group without sequence numbers, numbered by counting; begins and ends are in
/// microseconds.
inline RankCollectives hand_made_rank(std::int64_t rank, const std::vector<TimeRange>& times_us,
                                      const std::string& group = "AllReduce",
                                      std::int64_t stream = 20) {
  RankCollectives out;
  out.rank = rank;
  out.groups.push_back({group, "", stream, 0, false});
  out.kinds.push_back(group);
  for (const TimeRange& range : times_us) {
    RankCollective one;
    one.event = EventId{static_cast<std::uint32_t>(out.collectives.size())};
    one.range = {range.begin_ns * kUs, range.end_ns * kUs};
    one.index = static_cast<std::int64_t>(out.collectives.size());
    one.device = 0;
    out.collectives.push_back(one);
  }
  return out;
}

/// Adds a second group.
inline void add_group(RankCollectives& rank, const std::string& group,
                      const std::vector<TimeRange>& times_us) {
  const RankCollectives more = hand_made_rank(rank.rank, times_us, group);
  rank.groups.push_back(more.groups.front());
  rank.kinds.push_back(group);
  for (RankCollective one : more.collectives) {
    one.group = one.kind = static_cast<std::uint32_t>(rank.groups.size() - 1);
    rank.collectives.push_back(one);
  }
  std::stable_sort(rank.collectives.begin(), rank.collectives.end(),
                   [](const RankCollective& a, const RankCollective& b) {
                     return a.range.begin_ns < b.range.begin_ns;
                   });
}

/// The same events on a clock that is ahead by `more_us`.
inline RankCollectives on_clock(RankCollectives rank, Ns more_us) {
  for (RankCollective& one : rank.collectives) {
    one.range.begin_ns += more_us * kUs;
    one.range.end_ns += more_us * kUs;
  }
  return rank;
}

/// Without one of its collectives, as if the profiler was not yet on, or already off.
inline RankCollectives without(RankCollectives rank, std::size_t collective) {
  rank.collectives.erase(rank.collectives.begin() + static_cast<std::ptrdiff_t>(collective));
  for (std::size_t i = 0; i < rank.collectives.size(); ++i) {
    rank.collectives[i].index = static_cast<std::int64_t>(i);
  }
  return rank;
}

/// Five collectives of three ranks that end at 10, 30, 45, 70 and 100 µs.
inline std::vector<RankCollectives> three_ranks() {
  return {hand_made_rank(0, {{0, 10}, {20, 30}, {44, 45}, {60, 70}, {90, 100}}),
          hand_made_rank(1, {{4, 10}, {28, 30}, {40, 45}, {62, 70}, {92, 100}}),
          hand_made_rank(2, {{6, 10}, {22, 30}, {45, 45}, {64, 70}, {95, 100}})};
}

}  // namespace lanescope
