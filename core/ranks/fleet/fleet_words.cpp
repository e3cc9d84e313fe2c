#include "core/ranks/fleet/fleet_words.h"

#include <algorithm>
#include <filesystem>

#include <fmt/format.h>

#include "core/analysis/events/statistics.h"
#include "core/base/files/trace_endings.h"
#include "core/ranks/fleet/late_groups.h"
#include "core/ranks/stragglers.h"

namespace lanescope {
namespace {

/// In one step of several, as by a stall that does not come again.
bool is_single(const FleetAnalysis& all, const FleetStraggler& one) {
  return one.steps.size() == 1 && all.work.counted_steps() > 1;
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
      "{} is late in {}{}, and the others wait {} for it, summed over ranks. Likely cause: {}",
      title, steps, is_single(all, one) ? " only" : "", format_duration(one.wait_caused_ns), why);
}

/// "32 of 64 ranks (0-31; …) compute 10 % longer than the others in 10 of 10 steps, who wait …".
std::string group_text(const FleetAnalysis& all, const LateGroup& group) {
  const FleetStraggler& one = *group.example;
  const std::string steps = late_steps_text(all, one) + (is_single(all, one) ? " only" : "");
  const std::string what =
      group.longer_pct
          ? fmt::format("compute {:.0f} % longer than the others in {}", *group.longer_pct, steps)
          : "are late in " + steps;
  return fmt::format("{} {}, and the others wait {} for them, summed over ranks. Likely cause: {}",
                     group.title, what, format_duration(group.wait_caused_ns),
                     one.cause.term ? cause_text(one.cause) : "unknown");
}

/// Without a straggler and a slow link: that there is none, or that there is waiting all the same.
std::string nobody_text(const Fleet& fleet, const FleetAnalysis& all, std::size_t compared) {
  const std::string over =
      fmt::format("{} of {}", many(all.work.counted_steps(), "step"), many(compared, "rank"));
  const Ns wait_ns = unexplained_wait_ns(fleet, all);
  if (wait_ns == 0) return "no rank delays the others and no link is slow in " + over;
  return fmt::format(
      "the ranks wait {} for one another, summed over ranks, and neither a rank nor a link stands "
      "out as the cause in {}",
      format_duration(wait_ns), over);
}

/// ". Another 2.1 s of waiting has no named cause", if it is more than what has one.
std::string unexplained_text(const Fleet& fleet, const FleetAnalysis& all) {
  const Ns wait_ns = unexplained_wait_ns(fleet, all);
  if (wait_ns <= all.blame.exposed_ns / 2) return "";
  return fmt::format(". Another {} of waiting has no named cause", format_duration(wait_ns));
}

std::string link_text(const FleetAnalysis& all, const FleetLink& one) {
  const SlowLink& link = one.link;
  const std::string size = link.shape.bytes < 0 ? "" : format_bytes(link.shape.bytes) + " ";
  return fmt::format("transfers on {} are slow: {}{} takes {}, elsewhere {}", link_title(all, one),
                     size, link.shape.kind, format_duration(rounded_ns(link.transfer_ns)),
                     format_duration(rounded_ns(link.usual_ns)));
}

/// Of what is there in most steps, what costs most: a rank, a link or neither.
struct LastingDelay {
  const FleetStraggler* rank = nullptr;
  const FleetLink* link = nullptr;
};

/// What to tell with a stall that happens once; neither if what costs most lasts.
LastingDelay lasting_delay(const FleetAnalysis& all) {
  LastingDelay out;
  if (!is_single(all, all.stragglers.front())) return out;
  const auto rank = std::ranges::find_if(all.stragglers, [&](const FleetStraggler& one) {
    return 2 * one.steps.size() > all.work.counted_steps();
  });
  const Ns rank_ns = rank == all.stragglers.end() ? 0 : rank->wait_caused_ns;
  const Ns link_ns = all.links.empty() ? 0 : all.links.front().wait_caused_ns;
  if (link_ns > rank_ns)
    out.link = &all.links.front();
  else if (rank_ns > 0)
    out.rank = &*rank;
  return out;
}

/// ". Lasting: transfers on node0384 and node0448 are slow, and the others wait 3.322 min for
/// them".
std::string lasting_text(const Fleet& fleet, const FleetAnalysis& all, const LastingDelay& one) {
  if (one.link != nullptr) {
    return fmt::format(". Lasting: transfers on {} are slow, and the others wait {} for them",
                       link_title(all, *one.link), format_duration(one.link->wait_caused_ns));
  }
  if (one.rank == nullptr) return "";
  return fmt::format(". Lasting: {} is late in {}, and the others wait {} for it",
                     fleet_rank_title(fleet, all, one.rank->rank), late_steps_text(all, *one.rank),
                     format_duration(one.rank->wait_caused_ns));
}

/// " Also: 2 other stragglers, 1 slow link".
std::string others_text(std::size_t stragglers, bool named, std::size_t links) {
  std::string text;
  if (stragglers != 0) text = many(stragglers, named ? "other straggler" : "straggler");
  if (links != 0) text += (text.empty() ? "" : ", ") + many(links, "slow link");
  return text.empty() ? "" : ". Also: " + text;
}

}  // namespace

std::string many(std::size_t count, const char* one) {
  return fmt::format("{} {}{}", format_count(static_cast<std::int64_t>(count)), one,
                     count == 1 ? "" : "s");
}

bool tells_rank(const FleetAnalysis& analysis, std::uint32_t rank) {
  return analysis.identity.traces[rank].source != RankSource::FileOrder;
}

std::string rank_or_file(const Fleet& fleet, const FleetAnalysis& analysis, std::uint32_t rank) {
  if (tells_rank(analysis, rank))
    return fmt::format("rank {}", analysis.identity.traces[rank].rank);
  const FleetRank& own = fleet.ranks()[rank];
  const std::filesystem::path trace(own.claim.file), summary(own.file);
  const std::string name = trace.filename().string();
  return trace_stem(name) == summary.stem().string() ? name : summary.filename().string();
}

std::string_view fleet_rank_state_text(FleetRankState state) {
  switch (state) {
    case FleetRankState::Compared:
      return "";
    case FleetRankState::Unaligned:
      return "cannot be aligned with the others";
    case FleetRankState::Unreadable:
      return "its trace could not be read";
    case FleetRankState::Repeated:
      return "another summary of this rank is compared";
    case FleetRankState::OtherRun:
      break;
  }
  return "belongs to another run";
}

std::string fleet_rank_title(const Fleet& fleet, const FleetAnalysis& analysis,
                             std::uint32_t rank) {
  const std::string& host = fleet.ranks()[rank].host;
  return rank_or_file(fleet, analysis, rank) + (host.empty() ? "" : " (" + host + ")");
}

std::string late_steps_text(const FleetAnalysis& analysis, const FleetStraggler& straggler) {
  if (straggler.steps.size() == 1) return analysis.work.steps[straggler.steps.front()];
  return fmt::format("{} of {} steps", straggler.steps.size(), analysis.work.counted_steps());
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
  if (stragglers.empty() && links.empty()) return nobody_text(fleet, analysis, compared);
  const bool link_first =
      stragglers.empty() ||
      (!links.empty() && links.front().wait_caused_ns > stragglers.front().wait_caused_ns);
  if (link_first)
    return link_text(analysis, links.front()) +
           others_text(stragglers.size(), false, links.size() - 1) +
           unexplained_text(fleet, analysis);
  if (const auto group = late_group(fleet, analysis)) {
    return group_text(analysis, *group) +
           others_text(stragglers.size() - group->ranks, true, links.size()) +
           unexplained_text(fleet, analysis);
  }
  const LastingDelay lasting = lasting_delay(analysis);
  return straggler_text(fleet, analysis, stragglers.front()) +
         lasting_text(fleet, analysis, lasting) +
         others_text(stragglers.size() - (lasting.rank != nullptr ? 2 : 1), true,
                     links.size() - (lasting.link != nullptr ? 1 : 0)) +
         unexplained_text(fleet, analysis);
}

}  // namespace lanescope
