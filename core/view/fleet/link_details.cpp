#include "core/view/fleet/link_details.h"

#include <algorithm>
#include <set>
#include <string>
#include <utility>

#include <fmt/format.h>

#include "core/analysis/events/statistics.h"
#include "core/base/check.h"
#include "core/ranks/fleet/fleet_words.h"
#include "core/view/fleet/wall_order.h"
#include "core/view/text/time_text.h"

namespace lanescope {
namespace {

constexpr std::size_t kMostListedRanks = 4;

std::int64_t number_of(const FleetPicture& run, std::uint32_t rank) {
  return run.analysis.identity.traces[rank].rank;
}

using DetailKind = RanksDetailRow::Kind;

void add_speed(const FleetLink& one, RanksDetails& out) {
  const SlowLink& link = one.link;
  const auto fact = [&](std::string key, std::string value) {
    out.rows.push_back({DetailKind::Fact, std::move(key), std::move(value)});
  };
  out.rows.push_back({DetailKind::Section, "Transfers", ""});
  fact("Kind", link.shape.kind);
  if (link.shape.bytes >= 0) fact("Size", format_bytes(link.shape.bytes));
  fact("Takes, median", format_duration(rounded_ns(link.transfer_ns)));
  fact("Elsewhere, median", format_duration(rounded_ns(link.usual_ns)));
  if (link.usual_ns > 0)
    fact("Slower by", fmt::format("{:.1f} times", link.transfer_ns / link.usual_ns));
  fact("Transfers", count_text(link.count));
  fact("Over",
       counted(link.communicators.size(), link.members == 2 ? "pair of ranks" : "process group",
               link.members == 2 ? "pairs of ranks" : "process groups"));
  out.rows.push_back({DetailKind::Section, "Cost", ""});
  fact("Lost by the worst", format_duration(link.lost_ns));
  fact("Made others wait", format_duration(one.wait_caused_ns));
}

}  // namespace

std::vector<LinkEnd> link_ends(const FleetPicture& run, std::size_t link) {
  LANESCOPE_CHECK(link < run.analysis.links.size(), "link {} of {}", link,
                  run.analysis.links.size());
  std::set<std::uint32_t> members;
  for (const std::uint32_t c : run.analysis.links[link].link.communicators) {
    const auto& own = run.analysis.communicators[c].members;
    members.insert(own.begin(), own.end());
  }
  std::vector<LinkEnd> out;
  for (const std::uint32_t rank : members) {
    const std::string& host = run.ranks()[rank].host;
    const auto same = std::ranges::find(out, host, &LinkEnd::host);
    if (host.empty() || same == out.end())
      out.push_back({host, {rank}});
    else
      same->ranks.push_back(rank);
  }
  return out;
}

namespace {

/// "ranks 3072, 3073 … 3079", "rank 7".
std::string ranks_text(const FleetPicture& run, const std::vector<std::uint32_t>& ranks) {
  if (ranks.size() == 1) return fleet_rank_name(run, ranks.front());
  const bool told = std::ranges::all_of(
      ranks, [&](std::uint32_t rank) { return tells_rank(run.analysis, rank); });
  const auto name = [&](std::uint32_t rank) {
    return told ? std::to_string(number_of(run, rank)) : fleet_rank_name(run, rank);
  };
  std::string text = told ? "ranks " : "";
  const bool all = ranks.size() <= kMostListedRanks;
  for (std::size_t i = 0; i < (all ? ranks.size() : kMostListedRanks - 1); ++i)
    text += (i == 0 ? "" : ", ") + name(ranks[i]);
  return all ? text : text + " … " + name(ranks.back());
}

}  // namespace

RanksDetails link_details(const FleetPicture& run, std::size_t link) {
  const std::vector<LinkEnd> ends = link_ends(run, link);
  const FleetLink& one = run.analysis.links[link];
  RanksDetails out;
  out.title = link_title(run.analysis, one);
  out.subtitle = "Slow link";
  out.rows.push_back({DetailKind::Section, ends.size() == 2 ? "Its two ends" : "Its ends", ""});
  for (const LinkEnd& end : ends) {
    out.rows.push_back(
        {DetailKind::Fact, end.host.empty() ? "Rank" : end.host, ranks_text(run, end.ranks)});
  }
  const Communicator& first = run.analysis.communicators[one.link.communicators.front()];
  out.rows.push_back({DetailKind::Fact, "Group", group_title(first.name)});
  add_speed(one, out);
  return out;
}

}  // namespace lanescope
