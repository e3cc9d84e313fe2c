#include "core/history/is_history.h"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <map>
#include <optional>
#include <set>
#include <utility>
#include <vector>

#include "core/history/history.h"

namespace lanescope {
namespace {

/// World size and rank.
using RankKey = std::pair<std::optional<std::int64_t>, std::optional<std::int64_t>>;

}  // namespace

bool is_history(std::span<const FleetRank> summaries) {
  std::vector<const RankClaim*> claims;
  for (const FleetRank& one : summaries) {
    if (one.failure.empty() && one.claim.unix_time) claims.push_back(&one.claim);
  }
  std::ranges::stable_sort(claims, {},
                           [](const RankClaim* one) { return one->unix_time->begin_ns; });
  std::map<RankKey, std::size_t> times;  // at how many a rank was recorded
  std::set<RankKey> together;            // recorded at one time
  std::size_t most_times = 0, most_ranks = 0;
  std::optional<TimeRange> reach;
  for (const RankClaim* claim : claims) {
    if (!reach || !reach->contains(claim->unix_time->begin_ns)) {
      together.clear();
      reach = same_run_reach(*claim->unix_time);
    }
    const RankKey key{claim->world_size, claim->rank};
    if (together.insert(key).second) most_times = std::max(most_times, ++times[key]);
    most_ranks = std::max(most_ranks, together.size());
  }
  return most_times > 1 && most_times > most_ranks;
}

}  // namespace lanescope
