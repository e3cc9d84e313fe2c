#include "core/ranks/fleet/fleet_identity.h"

#include <algorithm>
#include <map>
#include <optional>
#include <set>
#include <utility>
#include <vector>

#include "core/ranks/fleet/contradictions/same_run.h"

namespace lanescope {
namespace {

/// Clocks of a cluster's hosts differ by less, unless they are wrong.
constexpr Ns kMostApartNs = 60'000'000'000;

/// The value that most state; the least of several.
template <typename Value>
std::optional<Value> of_most(const std::map<Value, std::size_t>& counts) {
  const auto most =
      std::ranges::max_element(counts, {}, [](const auto& one) { return one.second; });
  return most == counts.end() ? std::nullopt : std::optional(most->first);
}

/// Recordings that overlap, or lie less than kMostApartNs apart, by their begin.
std::vector<RanksAtOneTime> by_time(std::span<const FleetRank> ranks,
                                    std::vector<std::uint32_t> recorded) {
  std::ranges::stable_sort(recorded, {},
                           [&](std::uint32_t r) { return ranks[r].recorded->begin_ns; });
  std::vector<RanksAtOneTime> out;
  Ns end_ns = 0;
  for (const std::uint32_t r : recorded) {
    const TimeRange& own = *ranks[r].recorded;
    if (out.empty() || own.begin_ns > saturating_add(end_ns, kMostApartNs)) {
      out.emplace_back();
      end_ns = own.end_ns;
    }
    end_ns = std::max(end_ns, own.end_ns);
    out.back().push_back(r);
  }
  for (RanksAtOneTime& one : out) std::ranges::sort(one);
  return out;
}

/// Which ranks are of another run than most.
class RunFinder {
 public:
  RunFinder(std::span<const FleetRank> ranks, std::span<const CollectiveShape> shapes)
      : ranks_(ranks), is_of_other_(ranks.size()) {
    find_statements();
    std::vector<std::uint32_t> recorded;
    for (std::uint32_t r = 0; r < ranks.size(); ++r) {
      is_of_other_[r] = is_said_to_be_other(ranks[r]);
      if (ranks[r].recorded && !is_of_other_[r]) recorded.push_back(r);
    }
    compare_times(by_time(ranks, std::move(recorded)), shapes);
  }

  [[nodiscard]] bool is_of_other(std::size_t rank) const { return is_of_other_[rank]; }

 private:
  void find_statements() {
    std::map<std::int64_t, std::size_t> sizes;
    std::map<std::string, std::size_t> backends;
    for (const FleetRank& rank : ranks_) {
      if (rank.claim.world_size) ++sizes[*rank.claim.world_size];
      if (!rank.claim.backend.empty()) ++backends[rank.claim.backend];
    }
    world_size_ = of_most(sizes);
    backend_ = of_most(backends).value_or("");
  }

  [[nodiscard]] bool is_said_to_be_other(const FleetRank& rank) const {
    if (rank.claim.world_size && rank.claim.world_size != world_size_) return true;
    return !rank.claim.backend.empty() && rank.claim.backend != backend_;
  }

  /// The run is the one of most ranks, the earliest of as many: the middle of all times would be in
  /// neither of two runs of as many ranks.
  void compare_times(std::vector<RanksAtOneTime> times, std::span<const CollectiveShape> shapes) {
    if (times.empty()) return;
    const auto most = std::ranges::max_element(times, {}, &RanksAtOneTime::size);
    const RanksAtOneTime own = std::move(*most);
    times.erase(most);
    // Of runs whose ranks all have wrong clocks, those of the nearer time are the likelier ones.
    const Ns own_ns = begin_of(own);
    std::ranges::stable_sort(times, {}, [&](const RanksAtOneTime& one) {
      const Ns apart_ns = saturating_sub(begin_of(one), own_ns);
      return apart_ns < 0 ? saturating_sub(0, apart_ns) : apart_ns;
    });
    const std::vector<bool> same = of_same_run(ranks_, shapes, own, times);
    std::set<std::int64_t> numbers;
    take(own, numbers);
    for (std::size_t i = 0; i < times.size(); ++i) {
      if (same[i]) {
        take(times[i], numbers);
        continue;
      }
      for (const std::uint32_t r : times[i]) is_of_other_[r] = true;
    }
  }

  /// A rank that was recorded at another time too is of another run there.
  void take(const RanksAtOneTime& ranks, std::set<std::int64_t>& numbers) {
    std::set<std::int64_t> fresh;
    for (const std::uint32_t r : ranks) {
      const auto number = stated_rank(ranks_[r]);
      if (!number) continue;
      is_of_other_[r] = numbers.contains(*number);
      fresh.insert(*number);
    }
    numbers.merge(fresh);
  }

  [[nodiscard]] Ns begin_of(const RanksAtOneTime& ranks) const {
    return ranks_[ranks.front()].recorded->begin_ns;
  }

  std::span<const FleetRank> ranks_;
  std::optional<std::int64_t> world_size_;
  std::string backend_;
  std::vector<bool> is_of_other_;  // by rank
};

/// Of a rank that is not of the run, or cannot be read: nothing else tells it a number.
RankIdentity stated_identity(const FleetRank& rank) {
  if (rank.claim.rank) return {*rank.claim.rank, rank.claim.source};
  const auto named = rank_in_file_name(rank.claim.file);
  return named ? RankIdentity{*named, RankSource::FileName}
               : RankIdentity{-1, RankSource::FileOrder};
}

}  // namespace

std::optional<std::int64_t> stated_rank(const FleetRank& rank) {
  if (rank.claim.rank) return rank.claim.rank;
  return rank_in_file_name(rank.claim.file);
}

void sort_by_rank(std::vector<FleetRank>& ranks) {
  std::ranges::stable_sort(ranks, {}, [](const FleetRank& rank) {
    return std::pair(stated_rank(rank).value_or(INT64_MAX), std::string_view(rank.file));
  });
}

FleetIdentity identify_fleet(std::span<const FleetRank> ranks,
                             std::span<const CollectiveShape> shapes) {
  FleetIdentity out;
  out.states.assign(ranks.size(), FleetRankState::Compared);
  const RunFinder run(ranks, shapes);
  std::vector<RankClaim> claims;
  std::vector<std::size_t> own;  // of this run
  for (std::size_t r = 0; r < ranks.size(); ++r) {
    if (!ranks[r].failure.empty()) out.states[r] = FleetRankState::Unreadable;
    if (run.is_of_other(r)) {
      out.states[r] = FleetRankState::OtherRun;
      continue;
    }
    // It would get the number of a rank that is missing.
    if (out.states[r] == FleetRankState::Unreadable && !stated_rank(ranks[r])) continue;
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
