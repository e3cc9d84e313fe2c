#include "core/ranks/fleet/fleet_identity.h"

#include <algorithm>
#include <map>
#include <optional>
#include <set>
#include <utility>

#include "core/analysis/events/statistics.h"

namespace lanescope {
namespace {

/// Clocks of a cluster's hosts differ by less.
constexpr Ns kMostApartNs = 60'000'000'000;

/// The value that most state; the least of several.
template <typename Value>
std::optional<Value> of_most(const std::map<Value, std::size_t>& counts) {
  const auto most =
      std::ranges::max_element(counts, {}, [](const auto& one) { return one.second; });
  return most == counts.end() ? std::nullopt : std::optional(most->first);
}

class RunFinder {
 public:
  explicit RunFinder(std::span<const FleetRank> ranks) {
    std::map<std::int64_t, std::size_t> sizes;
    std::map<std::string, std::size_t> backends;
    std::vector<Ns> begins, ends;
    for (const FleetRank& rank : ranks) {
      if (rank.claim.world_size) ++sizes[*rank.claim.world_size];
      if (!rank.claim.backend.empty()) ++backends[rank.claim.backend];
      if (!rank.recorded) continue;
      begins.push_back(rank.recorded->begin_ns);
      ends.push_back(rank.recorded->end_ns);
    }
    world_size_ = of_most(sizes);
    backend_ = of_most(backends).value_or("");
    if (begins.empty()) return;
    recorded_ = TimeRange{saturating_sub(rounded_ns(quantile_of(begins, kHalf)), kMostApartNs),
                          saturating_add(rounded_ns(quantile_of(ends, kHalf)), kMostApartNs)};
  }

  [[nodiscard]] bool is_of_other(const FleetRank& rank) const {
    if (rank.claim.world_size && rank.claim.world_size != world_size_) return true;
    if (!rank.claim.backend.empty() && rank.claim.backend != backend_) return true;
    return rank.recorded && recorded_ && !rank.recorded->overlaps(*recorded_);
  }

 private:
  static constexpr double kHalf = 0.5;
  std::optional<std::int64_t> world_size_;
  std::string backend_;
  std::optional<TimeRange> recorded_;
};

std::optional<std::int64_t> stated_rank(const FleetRank& rank) {
  if (rank.claim.rank) return rank.claim.rank;
  return rank_in_file_name(rank.claim.file);
}

}  // namespace

void sort_by_rank(std::vector<FleetRank>& ranks) {
  std::ranges::stable_sort(ranks, {}, [](const FleetRank& rank) {
    return std::pair(stated_rank(rank).value_or(INT64_MAX), std::string_view(rank.file));
  });
}

FleetIdentity identify_fleet(std::span<const FleetRank> ranks) {
  FleetIdentity out;
  out.states.assign(ranks.size(), FleetRankState::Compared);
  const RunFinder run(ranks);
  std::vector<RankClaim> claims;
  std::vector<std::size_t> own;  // of this run
  for (std::size_t r = 0; r < ranks.size(); ++r) {
    if (!ranks[r].failure.empty()) out.states[r] = FleetRankState::Unreadable;
    if (run.is_of_other(ranks[r])) {
      out.states[r] = FleetRankState::OtherRun;
      continue;
    }
    claims.push_back(ranks[r].claim);
    own.push_back(r);
  }
  out.ranks = identify_ranks(claims);
  const std::vector<RankIdentity> found = std::exchange(out.ranks.traces, {});
  out.ranks.traces.resize(ranks.size());
  for (std::size_t r = 0; r < ranks.size(); ++r)
    out.ranks.traces[r].rank = stated_rank(ranks[r]).value_or(-1);
  std::set<std::int64_t> seen;
  for (std::size_t i = 0; i < own.size(); ++i) {
    out.ranks.traces[own[i]] = found[i];
    if (out.states[own[i]] == FleetRankState::Compared && !seen.insert(found[i].rank).second)
      out.states[own[i]] = FleetRankState::Repeated;
  }
  return out;
}

}  // namespace lanescope
