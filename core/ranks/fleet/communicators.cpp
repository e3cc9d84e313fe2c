#include "core/ranks/fleet/communicators.h"

#include <algorithm>
#include <set>
#include <utility>

#include "core/base/check.h"
#include "core/base/text/ascii_case.h"
#include "core/base/threads/parallel.h"
#include "core/ranks/lag_search.h"
#include "core/ranks/shared_groups.h"

namespace lanescope {
namespace {

/// What identifies a collective within a communicator.
struct CollectiveNumber {
  std::int64_t index = 0;
  std::uint32_t repeat = 0;
  friend auto operator<=>(const CollectiveNumber&, const CollectiveNumber&) = default;
};

class RowFinder {
 public:
  RowFinder(std::span<const FleetRank> ranks, Communicator& out) : ranks_(ranks), out_(out) {}

  void run() {
    for (std::size_t m = 0; m < out_.members.size(); ++m) numbers_.push_back(numbers_of(m));
    if (!out_.has_sequence) shift();
    merge();
  }

 private:
  [[nodiscard]] const FleetRank& rank(std::size_t member) const {
    return ranks_[out_.members[member]];
  }
  [[nodiscard]] std::span<const FleetPart> parts(std::size_t member) const {
    const FleetRank& own = rank(member);
    const std::size_t group = out_.groups[member];
    return std::span(own.parts).subspan(own.begins[group],
                                        own.begins[group + 1] - own.begins[group]);
  }

  [[nodiscard]] std::vector<CollectiveNumber> numbers_of(std::size_t member) const {
    std::vector<CollectiveNumber> numbers;
    numbers.reserve(parts(member).size());
    for (const FleetPart& part : parts(member)) numbers.push_back({part.index, part.repeat});
    return numbers;
  }

  [[nodiscard]] std::vector<Ns> ends_of(std::size_t member) const {
    std::vector<Ns> ends;
    for (const FleetPart& part : parts(member))
      ends.push_back(saturating_add(part.end_ns, rank(member).about.base_ns));
    return ends;
  }

  /// Numbers all members' collectives as the one with the most of them does.
  void shift() {
    std::size_t pivot = 0;
    for (std::size_t m = 1; m < numbers_.size(); ++m) {
      if (numbers_[m].size() > numbers_[pivot].size()) pivot = m;
    }
    const std::vector<Ns> pivot_ends = ends_of(pivot);
    for (std::size_t m = 0; m < numbers_.size(); ++m) {
      if (m == pivot) continue;
      const auto found = search_lag(pivot_ends, ends_of(m));
      const std::int64_t lag = found ? found->lag : 0;
      for (CollectiveNumber& number : numbers_[m]) number.index = saturating_sub(number.index, lag);
    }
  }

  void merge() {
    std::vector<CollectiveNumber> all = numbers_.front();
    for (const auto& own : numbers_) {
      if (own == all) continue;
      std::vector<CollectiveNumber> more;
      std::ranges::set_union(all, own, std::back_inserter(more));
      all = std::move(more);
    }
    out_.rows = all.size();
    out_.cells.assign(all.size() * out_.members.size(), kNoFleetPart);
    for (std::size_t m = 0; m < numbers_.size(); ++m) {
      const auto begin = static_cast<std::uint32_t>(rank(m).begins[out_.groups[m]]);
      std::size_t row = 0;
      for (std::uint32_t i = 0; i < numbers_[m].size(); ++i) {
        // Numbers that a damaged file repeats share a row, which the last of them gets.
        while (all[row] < numbers_[m][i]) ++row;
        LANESCOPE_SLOW_CHECK(row < all.size(), "row {} of {}", row, all.size());
        out_.cells[row * out_.members.size() + m] = begin + i;
      }
    }
  }

  std::span<const FleetRank> ranks_;
  Communicator& out_;
  std::vector<std::vector<CollectiveNumber>> numbers_;  // by member, ascending
};

/// 0 if the host of one is not known.
std::size_t hosts_of(std::span<const FleetRank> ranks, const std::vector<std::uint32_t>& members) {
  std::set<std::string_view> hosts;
  for (const std::uint32_t member : members) {
    if (ranks[member].host.empty()) return 0;
    hosts.insert(ranks[member].host);
  }
  return hosts.size();
}

/// Groups only, which is all that shared_groups looks at.
std::vector<RankCollectives> groups_only(std::span<const FleetRank> ranks,
                                         const std::vector<bool>& taken) {
  std::vector<RankCollectives> out(ranks.size());
  for (std::size_t r = 0; r < ranks.size(); ++r) {
    if (taken[r]) out[r].groups = ranks[r].about.groups;
  }
  return out;
}

void describe(std::span<const FleetRank> ranks, std::span<const CollectiveShape> shapes,
              Communicator& one) {
  for (std::size_t m = 0; m < one.members.size(); ++m) {
    const FleetRank& rank = ranks[one.members[m]];
    if (m == 0) one.size = listed_ranks(rank.about.groups[one.groups[m]].ranks);
    const std::size_t first = rank.begins[one.groups[m]];
    if (first == rank.begins[one.groups[m] + 1]) continue;
    one.has_messages = shapes[rank.parts[first].shape].is_message;
  }
  // Its group lists all ranks, of which a message concerns two.
  if (one.has_messages) one.size = 2;
  one.hosts = hosts_of(ranks, one.members);
}

}  // namespace

std::optional<std::size_t> listed_ranks(std::string_view ranks) {
  if (!ranks.starts_with('[') || !ranks.ends_with(']')) return std::nullopt;
  std::size_t count = 0;
  bool in_number = false;
  for (const char c : ranks.substr(1, ranks.size() - 2)) {
    if (is_digit(c)) {
      if (!in_number) ++count;
      in_number = true;
    } else if (c == ',' || c == ' ') {
      in_number = false;
    } else {
      return std::nullopt;
    }
  }
  return count == 0 ? std::nullopt : std::optional(count);
}

std::vector<Communicator> find_communicators(std::span<const FleetRank> ranks,
                                             std::span<const CollectiveShape> shapes,
                                             const std::vector<bool>& taken, unsigned threads) {
  const SharedGroups shared = shared_groups(groups_only(ranks, taken));
  std::vector<Communicator> out(shared.groups.size());
  for (std::size_t r = 0; r < ranks.size(); ++r) {
    const auto& own = shared.of_trace[r];
    for (std::size_t g = 0; g < own.size(); ++g) {
      Communicator& one = out[own[g]];
      const auto rank = static_cast<std::uint32_t>(r);
      if (!one.members.empty() && one.members.back() == rank) continue;
      one.members.push_back(rank);
      one.groups.push_back(static_cast<std::uint32_t>(g));
    }
  }
  parallel_for(out.size(), threads, [&](std::size_t i, unsigned) {
    out[i].name = shared.groups[i].name;
    out[i].has_sequence = shared.groups[i].has_sequence;
    describe(ranks, shapes, out[i]);
    if (out[i].members.size() > 1) RowFinder(ranks, out[i]).run();
  });
  return out;
}

}  // namespace lanescope
