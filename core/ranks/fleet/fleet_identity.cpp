#include "core/ranks/fleet/fleet_identity.h"

#include <algorithm>
#include <map>
#include <optional>
#include <set>
#include <utility>
#include <vector>

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

/// Of the recordings that overlap, or lie less than kMostApartNs apart, those that are most; the
/// earliest of as many. The middle of all would be in neither of two runs of as many ranks.
std::optional<TimeRange> time_of_most(std::vector<TimeRange> recorded) {
  std::ranges::sort(recorded, {}, &TimeRange::begin_ns);
  std::optional<TimeRange> best;
  std::size_t most = 0, count = 0;
  TimeRange run;
  for (const TimeRange& one : recorded) {
    if (count == 0 || one.begin_ns > saturating_add(run.end_ns, kMostApartNs)) {
      run = one;
      count = 0;
    }
    run.end_ns = std::max(run.end_ns, one.end_ns);
    if (++count < most || (count == most && best && best->begin_ns != run.begin_ns)) continue;
    most = count;
    best = run;
  }
  return best;
}

class RunFinder {
 public:
  explicit RunFinder(std::span<const FleetRank> ranks) {
    std::map<std::int64_t, std::size_t> sizes;
    std::map<std::string, std::size_t> backends;
    for (const FleetRank& rank : ranks) {
      if (rank.claim.world_size) ++sizes[*rank.claim.world_size];
      if (!rank.claim.backend.empty()) ++backends[rank.claim.backend];
    }
    world_size_ = of_most(sizes);
    backend_ = of_most(backends).value_or("");
    std::vector<TimeRange> recorded;
    for (const FleetRank& rank : ranks) {
      if (rank.recorded && !is_said_to_be_other(rank)) recorded.push_back(*rank.recorded);
    }
    recorded_ = time_of_most(std::move(recorded));
  }

  [[nodiscard]] bool is_of_other(const FleetRank& rank) const {
    if (is_said_to_be_other(rank)) return true;
    if (!rank.recorded || !recorded_) return false;
    return rank.recorded->end_ns < saturating_sub(recorded_->begin_ns, kMostApartNs) ||
           rank.recorded->begin_ns > saturating_add(recorded_->end_ns, kMostApartNs);
  }

 private:
  [[nodiscard]] bool is_said_to_be_other(const FleetRank& rank) const {
    if (rank.claim.world_size && rank.claim.world_size != world_size_) return true;
    return !rank.claim.backend.empty() && rank.claim.backend != backend_;
  }

  std::optional<std::int64_t> world_size_;
  std::string backend_;
  std::optional<TimeRange> recorded_;  // of the ranks of the run
};

std::optional<std::int64_t> stated_rank(const FleetRank& rank) {
  if (rank.claim.rank) return rank.claim.rank;
  return rank_in_file_name(rank.claim.file);
}

/// Of a rank that is not of the run: nothing else tells it a number.
RankIdentity stated_identity(const FleetRank& rank) {
  if (rank.claim.rank) return {*rank.claim.rank, rank.claim.source};
  const auto named = rank_in_file_name(rank.claim.file);
  return named ? RankIdentity{*named, RankSource::FileName}
               : RankIdentity{-1, RankSource::FileOrder};
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
  for (std::size_t r = 0; r < ranks.size(); ++r) out.ranks.traces[r] = stated_identity(ranks[r]);
  std::set<std::int64_t> seen;
  for (std::size_t i = 0; i < own.size(); ++i) {
    out.ranks.traces[own[i]] = found[i];
    if (out.states[own[i]] == FleetRankState::Compared && !seen.insert(found[i].rank).second)
      out.states[own[i]] = FleetRankState::Repeated;
  }
  return out;
}

}  // namespace lanescope
