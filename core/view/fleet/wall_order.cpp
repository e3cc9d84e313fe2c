#include "core/view/fleet/wall_order.h"

#include <algorithm>
#include <functional>
#include <map>
#include <numeric>
#include <set>
#include <tuple>

#include <fmt/format.h>

#include "core/base/check.h"
#include "core/base/text/ascii_case.h"
#include "core/ranks/fleet/fleet_words.h"

namespace lanescope {
namespace {

/// Ranks that are connected by communicators of one kind. Groups of a kind have no ranks in common,
/// and pairs that exchange messages are parts of their group.
class Connected {
 public:
  explicit Connected(std::size_t ranks) : parent_(ranks), in_any_(ranks) {
    std::iota(parent_.begin(), parent_.end(), 0U);
  }
  void add(std::span<const std::uint32_t> members) {
    for (const std::uint32_t member : members) {
      in_any_[member] = true;
      join(members.front(), member);
    }
  }
  [[nodiscard]] bool in_any(std::uint32_t rank) const { return in_any_[rank]; }
  /// The first rank of its group.
  [[nodiscard]] std::uint32_t root(std::uint32_t rank) const {
    while (parent_[rank] != rank) rank = parent_[rank];
    return rank;
  }

 private:
  void join(std::uint32_t a, std::uint32_t b) {
    const std::uint32_t root_a = root(a), root_b = root(b);
    const std::uint32_t first = std::min(root_a, root_b);
    parent_[root_a] = parent_[root_b] = first;
    parent_[a] = parent_[b] = first;  // keeps the ways short
  }

  std::vector<std::uint32_t> parent_;
  std::vector<bool> in_any_;
};

Connected connected_by(const FleetPicture& run, std::string_view kind) {
  Connected out(run.ranks().size());
  for (const Communicator& one : run.analysis.communicators) {
    if (one.members.size() > 1 && group_kind(one.name) == kind) out.add(one.members);
  }
  return out;
}

/// "ranks 0, 8, 16 … 56".
std::string members_text(const FleetPicture& run, std::span<const std::uint32_t> rows) {
  constexpr std::size_t kMostNamed = 4;
  const bool told =
      std::ranges::all_of(rows, [&](std::uint32_t rank) { return tells_rank(run.analysis, rank); });
  const auto name = [&](std::uint32_t rank) {
    return told ? std::to_string(run.analysis.identity.traces[rank].rank)
                : fleet_rank_name(run, rank);
  };
  std::string text = !told ? "" : rows.size() == 1 ? "rank " : "ranks ";
  for (std::size_t i = 0; i < rows.size(); ++i) {
    if (rows.size() > kMostNamed && i == kMostNamed - 1) return text + " … " + name(rows.back());
    text += (i == 0 ? "" : ", ") + name(rows[i]);
  }
  return text;
}

/// Makes runs of rows with the same key to groups.
template <typename Key, typename Title>
std::vector<WallGroup> groups_of(std::span<const std::uint32_t> rows, const Key& key,
                                 const Title& title) {
  std::vector<WallGroup> out;
  for (std::size_t row = 0; row < rows.size(); ++row) {
    if (row == 0 || key(rows[row]) != key(rows[row - 1])) out.push_back({row, 0, ""});
    ++out.back().count;
  }
  for (WallGroup& group : out) group.title = title(rows.subspan(group.first, group.count));
  return out;
}

void order_by_host(const FleetPicture& run, WallOrder& out) {
  const auto host = [&](std::uint32_t rank) -> const std::string& {
    return run.ranks()[rank].host;
  };
  std::ranges::stable_sort(out.rows, {}, [&](std::uint32_t rank) {
    return std::tuple(host(rank).empty(), std::cref(host(rank)).get());
  });
  out.groups = groups_of(out.rows, host, [&](std::span<const std::uint32_t> rows) {
    return host(rows.front()).empty() ? "host unknown" : host(rows.front());
  });
}

void order_by_group(const FleetPicture& run, std::string_view kind, WallOrder& out) {
  const Connected connected = connected_by(run, kind);
  const auto key = [&](std::uint32_t rank) {
    return std::pair(!connected.in_any(rank), connected.in_any(rank) ? connected.root(rank) : 0);
  };
  std::ranges::stable_sort(out.rows, {}, key);
  out.groups = groups_of(out.rows, key, [&](std::span<const std::uint32_t> rows) {
    return connected.in_any(rows.front()) ? members_text(run, rows) : "in no group";
  });
}

bool tells_apart(const FleetPicture& run, std::string_view kind) {
  const Connected connected = connected_by(run, kind);
  std::set<std::uint32_t> roots;
  for (std::uint32_t rank = 0; rank < run.ranks().size(); ++rank) {
    if (connected.in_any(rank)) roots.insert(connected.root(rank));
  }
  return roots.size() > 1;
}

bool hosts_tell_apart(const FleetPicture& run) {
  std::map<std::string, std::size_t> ranks;
  for (const FleetRank& rank : run.ranks()) ++ranks[rank.host];
  ranks.erase("");
  return ranks.size() > 1 &&
         std::ranges::any_of(ranks, [](const auto& one) { return one.second > 1; });
}

}  // namespace

std::string group_kind(std::string_view communicator) {
  constexpr std::string_view kDot = " · ";
  const std::size_t dot = communicator.find(kDot);
  if (dot == std::string_view::npos) return "";
  communicator.remove_prefix(dot + kDot.size());
  const std::size_t end = std::min(communicator.find(kDot), communicator.find(" ["));
  return std::string(communicator.substr(0, end));
}

/// "TENSOR_MODEL_PARALLEL_GROUP" is hard to read.
std::string group_kind_title(std::string kind) {
  const bool capitals = std::ranges::none_of(kind, [](char c) { return c >= 'a' && c <= 'z'; });
  if (!capitals) return kind;
  std::ranges::replace(kind, '_', ' ');
  return lower_cased(kind);
}

std::string group_title(std::string_view communicator) {
  const std::string kind = group_kind(communicator);
  return kind.empty() ? std::string(communicator) : group_kind_title(kind);
}

std::string wall_sort_title(const WallSort& sort) {
  switch (sort.by) {
    case WallSort::By::Rank:
      return "By rank";
    case WallSort::By::Host:
      return "By host";
    case WallSort::By::Value:
      return "By value";
    case WallSort::By::Group:
      break;
  }
  return "By " + group_kind_title(sort.group);
}

std::vector<WallSort> wall_sorts(const FleetPicture& run) {
  std::vector<WallSort> out{{WallSort::By::Rank}, {WallSort::By::Value}};
  if (hosts_tell_apart(run)) out.push_back({WallSort::By::Host});
  std::set<std::string> kinds;
  for (const Communicator& one : run.analysis.communicators) {
    if (one.members.size() > 1) kinds.insert(group_kind(one.name));
  }
  kinds.erase("");
  // Where groups have no description, the kind of their collectives stands in its place.
  for (const CollectiveShape& shape : run.files.fleet.shapes()) kinds.erase(shape.kind);
  for (const std::string& kind : kinds) {
    if (tells_apart(run, kind)) out.push_back({WallSort::By::Group, kind});
  }
  return out;
}

WallOrder order_wall(const FleetPicture& run, const WallSort& sort, std::span<const double> means) {
  WallOrder out;
  out.rows.resize(run.ranks().size());
  std::iota(out.rows.begin(), out.rows.end(), 0U);  // the fleet is sorted by rank
  if (sort.by == WallSort::By::Host) order_by_host(run, out);
  if (sort.by == WallSort::By::Group) order_by_group(run, sort.group, out);
  if (sort.by == WallSort::By::Value) {
    LANESCOPE_CHECK(means.size() == out.rows.size(), "{} means of {} ranks", means.size(),
                    out.rows.size());
    std::ranges::stable_sort(out.rows, std::greater(),
                             [&](std::uint32_t rank) { return means[rank]; });
  }
  out.row_of.resize(out.rows.size());
  for (std::uint32_t row = 0; row < out.rows.size(); ++row) out.row_of[out.rows[row]] = row;
  return out;
}

}  // namespace lanescope
