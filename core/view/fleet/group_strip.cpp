#include "core/view/fleet/group_strip.h"

#include <algorithm>
#include <functional>
#include <numeric>
#include <span>
#include <tuple>
#include <utility>

#include <fmt/format.h>

#include "core/analysis/events/statistics.h"
#include "core/base/check.h"
#include "core/base/text/ascii_case.h"
#include "core/ranks/fleet/fleet_words.h"
#include "core/view/text/time_text.h"

namespace lanescope {
namespace {

bool is_of(const Communicator& one, std::string_view kind) {
  return one.members.size() > 1 && group_kind(one.name) == kind;
}

Ns waits_of(const FleetAnalysis& found, std::size_t communicator) {
  Ns sum_ns = 0;
  for (const GroupWait& one : found.group_waits[communicator])
    sum_ns = saturating_add(sum_ns, one.wait_ns);
  return sum_ns;
}

void add_groups(const FleetPicture& run, GroupStrip& out) {
  const WallOrder order = order_wall(run, {WallSort::By::Group, out.kind}, {});
  std::vector<std::uint32_t> group_of_row(order.rows.size());
  for (std::uint32_t g = 0; g < order.groups.size(); ++g) {
    const WallGroup& group = order.groups[g];
    const auto ranks = std::span(order.rows).subspan(group.first, group.count);
    out.groups.push_back({group.title, {ranks.begin(), ranks.end()}, {}});
    for (const std::uint32_t rank : ranks) group_of_row[order.row_of[rank]] = g;
  }
  out.group_of.assign(order.rows.size(), GroupStrip::kNoGroup);
  const auto& communicators = run.analysis.communicators;
  for (std::uint32_t c = 0; c < communicators.size(); ++c) {
    if (!is_of(communicators[c], out.kind)) continue;
    const std::uint32_t group = group_of_row[order.row_of[communicators[c].members.front()]];
    out.groups[group].communicators.push_back(c);
  }
  // Ranks in no group come last, as one that has no communicator.
  std::erase_if(out.groups, [](const GroupStrip::Group& one) { return one.communicators.empty(); });
  for (std::uint32_t g = 0; g < out.groups.size(); ++g) {
    for (const std::uint32_t rank : out.groups[g].ranks) out.group_of[rank] = g;
  }
}

/// What a group's step is without any collective that counts.
float without_waits(const FleetPicture& run, const GroupStrip::Group& group, std::size_t step) {
  const FleetStep* own = run.step_of(group.ranks.front(), step);
  return own != nullptr && !run.counts(*own) ? kWallNotCounted : kWallNothing;
}

std::vector<float> values_of(const FleetPicture& run, const GroupStrip& strip,
                             const std::stop_token& stop) {
  const std::size_t steps = run.steps().size();
  std::vector<float> values;
  values.reserve(strip.groups.size() * steps);
  for (const GroupStrip::Group& group : strip.groups) {
    if (stop.stop_requested()) break;
    std::vector<double> sums(steps, -1);
    for (const std::uint32_t c : group.communicators) {
      for (const GroupWait& one : run.analysis.group_waits[c])
        sums[one.step] = std::max(sums[one.step], 0.0) + static_cast<double>(one.wait_ns);
    }
    for (std::size_t step = 0; step < steps; ++step)
      values.push_back(sums[step] < 0 ? without_waits(run, group, step)
                                      : static_cast<float>(sums[step]));
  }
  values.resize(strip.groups.size() * steps, kWallNothing);
  return values;
}

std::string place_text(const FleetPicture& run, const GroupStrip::Group& group, std::size_t step) {
  return group.title + " · " + run.steps()[step];
}

/// The slow link between ranks of the group that loses the most.
std::optional<std::size_t> slow_link_of(const FleetPicture& run, const GroupStrip::Group& group) {
  for (std::size_t i = 0; i < run.analysis.links.size(); ++i) {
    for (const std::uint32_t c : run.analysis.links[i].link.communicators) {
      if (std::ranges::find(group.communicators, c) != group.communicators.end()) return i;
    }
  }
  return std::nullopt;
}

/// Of the stragglers of the group in that step the one that causes the most waiting, else the last
/// one if it causes any.
std::optional<std::uint32_t> culprit_of(const FleetPicture& run, const GroupStrip::Group& group,
                                        std::uint32_t last, std::size_t step) {
  const auto caused_ns = [&](std::uint32_t rank) {
    return run.analysis.blame.caused_ns[run.analysis.work.at(rank, step)];
  };
  std::optional<std::uint32_t> out;
  if (caused_ns(last) > 0) out = last;
  for (const std::uint32_t rank : group.ranks) {
    if (run.straggler_in(rank, step) == nullptr || caused_ns(rank) == 0) continue;
    if (!out || caused_ns(rank) > caused_ns(*out)) out = rank;
  }
  return out;
}

/// The tables' "Wait caused" is only what no computation hides.
std::string wait_text(const FleetPicture& run, Ns wait_ns) {
  const WaitBlame& blame = run.analysis.blame;
  const bool hidden = wait_ns != 0 && blame.exposed_ns < blame.total_ns;
  return format_duration(wait_ns) + (hidden ? " (incl. hidden behind compute)" : "");
}

void add_held_up(const FleetPicture& run, const GroupStrip& strip, const WallCell& cell,
                 WallHover& out) {
  const auto held_up = held_up_in(run, strip, cell.row, cell.step);
  if (!held_up || held_up->by.wait_ns == 0) return;
  const auto name = [&](std::uint32_t rank) {
    const std::string& host = run.ranks()[rank].host;
    return fleet_rank_name(run, rank) + (host.empty() ? "" : " · " + host);
  };
  if (held_up->culprit) out.facts.emplace_back("Held up by", name(*held_up->culprit));
  if (held_up->link) {
    out.facts.emplace_back(
        "Held up by", "slow link " + link_title(run.analysis, run.analysis.links[*held_up->link]));
  }
  // Who arrives last may have waited for another one before.
  if (held_up->culprit != held_up->by.last)
    out.facts.emplace_back("Arrived last", name(held_up->by.last));
  out.facts.emplace_back("Last at", fmt::format("{} of {}", held_up->by.collectives,
                                                counted(held_up->collectives, "collective")));
  out.facts.emplace_back("Late by", "up to " + format_duration(held_up->by.late_ns));
  out.facts.emplace_back("Others waited", wait_text(run, held_up->by.wait_ns));
}

}  // namespace

std::vector<std::string> strip_kinds(const FleetPicture& run, const std::vector<WallSort>& sorts) {
  struct Kind {
    std::string name;
    bool has_messages = false;
    Ns wait_ns = 0;
  };
  std::vector<Kind> kinds;
  for (const WallSort& sort : sorts) {
    if (sort.by == WallSort::By::Group) kinds.push_back({sort.group});
  }
  const auto& communicators = run.analysis.communicators;
  for (std::size_t c = 0; c < communicators.size(); ++c) {
    const auto at = std::ranges::find(kinds, group_kind(communicators[c].name), &Kind::name);
    if (at == kinds.end()) continue;
    at->has_messages = at->has_messages || communicators[c].has_messages;
    at->wait_ns = saturating_add(at->wait_ns, waits_of(run.analysis, c));
  }
  std::ranges::stable_sort(
      kinds, {}, [](const Kind& kind) { return std::pair(kind.has_messages, -kind.wait_ns); });
  std::vector<std::string> out;
  for (Kind& kind : kinds) out.push_back(std::move(kind.name));
  return out;
}

GroupStrip make_group_strip(const FleetPicture& run, const std::string& kind,
                            const std::stop_token& stop) {
  GroupStrip out;
  out.kind = kind;
  add_groups(run, out);
  WallOrder rows;
  rows.rows.resize(out.groups.size());
  std::iota(rows.rows.begin(), rows.rows.end(), 0U);
  rows.row_of = rows.rows;
  out.grid = make_wall_grid(std::move(rows), run.steps().size(), values_of(run, out, stop));
  out.grid.measure = {WallKind::Waited, 0};
  // Its values are sums over the ranks of a group.
  std::size_t members = 1;
  for (const GroupStrip::Group& one : out.groups) members = std::max(members, one.ranks.size());
  widen_scale(out.grid, least_scale_width(run, out.grid.measure, 0) * static_cast<double>(members));
  return out;
}

std::optional<HeldUp> held_up_in(const FleetPicture& run, const GroupStrip& strip,
                                 std::size_t group, std::size_t step) {
  LANESCOPE_CHECK(group < strip.groups.size(), "group {} of {}", group, strip.groups.size());
  std::vector<GroupWait> own;
  for (const std::uint32_t c : strip.groups[group].communicators) {
    const auto found =
        std::ranges::equal_range(run.analysis.group_waits[c], step, {}, &GroupWait::step);
    own.insert(own.end(), found.begin(), found.end());
  }
  if (own.empty()) return std::nullopt;
  join_group_waits(own);
  HeldUp out{.by = *std::ranges::max_element(own, {}, &GroupWait::wait_ns)};
  for (const GroupWait& one : own) out.collectives += one.collectives;
  out.culprit = culprit_of(run, strip.groups[group], out.by.last, step);
  if (!out.culprit) out.link = slow_link_of(run, strip.groups[group]);
  return out;
}

WallHover strip_hover(const FleetPicture& run, const GroupStrip& strip, const WallBox& box) {
  WallHover out;
  const std::size_t groups = box.rows.end - box.rows.begin;
  const std::size_t steps = box.steps.end - box.steps.begin;
  const WallExtremes found = extremes_of(strip.grid, box.rows, box.steps);
  const bool several = groups != 1 || steps != 1;
  out.title = several ? counted(groups, "group") + " × " + counted(steps, "step")
                      : capitalized(place_text(run, strip.groups[box.rows.begin], box.steps.begin));
  if (found.values == 0) {
    out.facts.emplace_back(
        "Wait", found.not_counted != 0 ? std::string(kNotCounted) : "no collectives in this step");
    return out;
  }
  const auto most_ns = rounded_ns(static_cast<double>(found.most));
  if (several) {
    out.facts.emplace_back("Wait, mean", wait_text(run, rounded_ns(found.mean)));
    out.facts.emplace_back("Largest", wait_text(run, most_ns));
    out.facts.emplace_back("in",
                           place_text(run, strip.groups[found.most_at.row], found.most_at.step));
  } else {
    out.facts.emplace_back("Wait, summed over ranks", wait_text(run, most_ns));
  }
  add_held_up(run, strip, found.most_at, out);
  return out;
}

}  // namespace lanescope
