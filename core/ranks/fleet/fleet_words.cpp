#include "core/ranks/fleet/fleet_words.h"

#include <algorithm>
#include <map>

#include <fmt/format.h>

#include "core/analysis/events/statistics.h"
#include "core/ranks/stragglers.h"

namespace lanescope {
namespace {

std::string many(std::size_t count, const char* one) {
  return fmt::format("{} {}{}", format_count(static_cast<std::int64_t>(count)), one,
                     count == 1 ? "" : "s");
}

std::string straggler_text(const Fleet& fleet, const FleetAnalysis& all,
                           const FleetStraggler& one) {
  const std::string title = fleet_rank_title(fleet, all, one.rank);
  const std::string why = one.cause.term ? cause_text(one.cause) : "unknown";
  const std::string steps = late_steps_text(all, one);
  if (one.collectives == 0) {
    return fmt::format("{} takes {} longer than ranks of its role in {}. Likely cause: {}", title,
                       format_duration(one.more_ns), steps, why);
  }
  return fmt::format(
      "{} is late in {}, and the others wait {} for it, summed over ranks. Likely cause: {}", title,
      steps, format_duration(one.wait_caused_ns), why);
}

std::string link_text(const FleetAnalysis& all, const FleetLink& one) {
  const SlowLink& link = one.link;
  const std::string size = link.shape.bytes < 0 ? "" : format_bytes(link.shape.bytes) + " ";
  return fmt::format("transfers on {} are slow: {}{} takes {}, elsewhere {}", link_title(all, one),
                     size, link.shape.kind, format_duration(rounded_ns(link.transfer_ns)),
                     format_duration(rounded_ns(link.usual_ns)));
}

/// " Also: 2 other stragglers, 1 slow link".
std::string others_text(std::size_t stragglers, bool named, std::size_t links) {
  std::string text;
  if (stragglers != 0) text = many(stragglers, named ? "other straggler" : "straggler");
  if (links != 0) text += (text.empty() ? "" : ", ") + many(links, "slow link");
  return text.empty() ? "" : ". Also: " + text;
}

/// Ranks of which only the steps can be compared with one another.
std::size_t count_without_mates(const FleetAnalysis& analysis) {
  std::map<std::uint32_t, std::size_t> of_role;
  for (std::size_t r = 0; r < analysis.states.size(); ++r) {
    if (analysis.states[r] == FleetRankState::Compared) ++of_role[analysis.work.roles[r]];
  }
  std::size_t alone = 0;
  for (const auto& [role, ranks] : of_role) alone += ranks <= kLeastMates ? ranks : 0;
  return alone;
}

/// "3 ranks are …": nothing for none.
void add_note(std::vector<std::string>& notes, std::size_t count, const char* one,
              const char* several) {
  if (count == 0) return;
  notes.push_back(fmt::format("{} {}", many(count, "rank"), count == 1 ? one : several));
}

}  // namespace

std::string fleet_rank_title(const Fleet& fleet, const FleetAnalysis& analysis,
                             std::uint32_t rank) {
  const std::string& host = fleet.ranks()[rank].host;
  return fmt::format("rank {}{}", analysis.identity.traces[rank].rank,
                     host.empty() ? "" : " (" + host + ")");
}

std::string late_steps_text(const FleetAnalysis& analysis, const FleetStraggler& straggler) {
  if (straggler.steps.size() == 1) return analysis.work.steps[straggler.steps.front()];
  return fmt::format("{} of {} steps", straggler.steps.size(), analysis.work.steps.size());
}

std::string link_title(const FleetAnalysis& analysis, const FleetLink& link) {
  constexpr std::size_t kMostHosts = 2;
  const auto& hosts = link.link.hosts;
  if (hosts.empty()) return analysis.communicators[link.link.communicators.front()].name;
  if (hosts.size() > kMostHosts)
    return fmt::format("{} and {} other hosts", hosts.front(), hosts.size() - 1);
  return hosts.size() == 1 ? hosts.front() : hosts[0] + " and " + hosts[1];
}

std::string fleet_sentence(const Fleet& fleet, const FleetAnalysis& analysis) {
  const std::size_t compared = analysis.count(FleetRankState::Compared);
  if (fleet.ranks().size() < 2)
    return "only one summary; comparing needs the other ranks of the run";
  if (compared < 2) return "no two ranks have enough collectives in common";
  if (!analysis.exact_summary.empty())
    return analysis.exact_summary + others_text(0, false, analysis.links.size());
  const auto& stragglers = analysis.stragglers;
  const auto& links = analysis.links;
  if (stragglers.empty() && links.empty()) {
    return fmt::format("no rank delays the others and no link is slow in {} of {}",
                       many(analysis.work.steps.size(), "step"), many(compared, "rank"));
  }
  const bool link_first =
      stragglers.empty() ||
      (!links.empty() && links.front().wait_caused_ns > stragglers.front().wait_caused_ns);
  if (link_first)
    return link_text(analysis, links.front()) +
           others_text(stragglers.size(), false, links.size() - 1);
  return straggler_text(fleet, analysis, stragglers.front()) +
         others_text(stragglers.size() - 1, true, links.size());
}

std::vector<std::string> fleet_notes(const Fleet& fleet, const FleetAnalysis& analysis) {
  std::vector<std::string> notes;
  RunRanks missing = analysis.identity;
  missing.duplicates.clear();
  if (std::string text = rank_problems(missing); !text.empty()) notes.push_back(std::move(text));
  add_note(notes, analysis.count(FleetRankState::Repeated),
           "has another summary, which is compared instead",
           "have another summary, which is compared instead");
  add_note(notes, analysis.count(FleetRankState::OtherRun), "belongs to another run",
           "belong to another run");
  add_note(notes, analysis.count(FleetRankState::Unaligned), "cannot be aligned with the others",
           "cannot be aligned with the others");
  add_note(notes, analysis.count(FleetRankState::Unreadable), "has an unreadable trace",
           "have unreadable traces");
  if (analysis.exact_summary.empty()) {
    add_note(
        notes, count_without_mates(analysis),
        "has fewer than 4 others of its role, so it is compared only with its own other steps",
        "have fewer than 4 others of their role, so they are compared only with their own other "
        "steps");
  }
  std::size_t damaged = 0, incomplete = 0;
  for (const FleetRank& rank : fleet.ranks()) {
    if (!rank.failure.empty() || rank.fault == TraceFault::None) continue;
    ++(rank.fault == TraceFault::Damaged ? damaged : incomplete);
  }
  add_note(notes, incomplete, "has an incomplete trace", "have incomplete traces");
  add_note(notes, damaged, "has a damaged trace", "have damaged traces");
  return notes;
}

}  // namespace lanescope
