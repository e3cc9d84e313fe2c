#include "core/ranks/fleet/straggler_culprits.h"

#include <algorithm>
#include <map>
#include <set>
#include <string>
#include <vector>

#include "core/analysis/events/statistics.h"
#include "core/base/threads/parallel.h"
#include "core/ranks/summary/summary_file.h"

namespace lanescope {
namespace {

constexpr std::size_t kMostOthers = 4;

/// How much time of a rank a name takes.
struct NamedTime {
  double ns = 0;
  Ns longest_ns = -1;
  EventId longest = EventId::None;
};
using NamedTimes = std::map<std::string, NamedTime, std::less<>>;

/// Calls visit(name, event, ns) for what a term consists of in the segments of a step.
template <typename Visit>
void for_each_in_step(const ActivityOutline& activity, std::size_t term, const TimeRange& step,
                      const Visit& visit) {
  for (const DeviceOutline& device : activity.devices) {
    const auto is_inside = [&](std::uint32_t segment) {
      return device.cuts[segment] >= step.begin_ns && device.cuts[segment + 1] <= step.end_ns;
    };
    if (term >= kFirstIdleTerm) {
      for (const OutlinePart& part : device.parts) {
        if (part.term == term && is_inside(part.segment)) visit(part.name, part.event, part.ns);
      }
      continue;
    }
    for (const OutlineWork& work : device.works) {
      if (work.is_copy == (term == kMemoryTerm) && is_inside(work.segment))
        visit(work.name, work.event, work.ns);
    }
  }
}

NamedTimes times_in(const RankSummary& summary, std::size_t term,
                    const std::set<std::string, std::less<>>& steps) {
  NamedTimes out;
  for (const StepFacts& step : summary.steps) {
    if (!steps.contains(step.name)) continue;
    for_each_in_step(summary.activity, term, step.range,
                     [&](std::uint32_t number, EventId event, Ns ns) {
                       const std::string& name = summary.activity.names[number];
                       NamedTime& time = out[name.starts_with("ProfilerStep#") ? "" : name];
                       time.ns += static_cast<double>(ns);
                       if (ns <= time.longest_ns) return;
                       time.longest_ns = ns;
                       time.longest = event;
                     });
  }
  return out;
}

/// Ranks of the same role that do not delay the others as well, the nearest numbers first.
std::vector<std::uint32_t> others_like(const FleetAnalysis& all, std::uint32_t rank) {
  std::vector<std::uint32_t> late;
  for (const FleetStraggler& one : all.stragglers) late.push_back(one.rank);
  std::ranges::sort(late);
  std::vector<std::uint32_t> out;
  const auto count = static_cast<std::uint32_t>(all.states.size());
  for (std::uint32_t away = 1; away < count && out.size() < kMostOthers; ++away) {
    for (const std::uint32_t other : {rank + away, rank - away}) {
      if (other < count && out.size() < kMostOthers &&
          all.states[other] == FleetRankState::Compared &&
          all.work.roles[other] == all.work.roles[rank] && !std::ranges::binary_search(late, other))
        out.push_back(other);
    }
  }
  return out;
}

void name_culprit(const Fleet& fleet, const FleetAnalysis& all, FleetStraggler& one) {
  LatenessCause& cause = one.cause;
  if (!cause.term || *cause.term == kCommTerm) return;
  std::set<std::string, std::less<>> steps;
  for (const std::uint32_t step : one.steps) steps.insert(all.work.steps[step]);
  const auto read = [&](std::uint32_t rank) -> std::optional<NamedTimes> {
    const auto summary = read_summary(fleet.ranks()[rank].file);
    if (!summary.ok()) return std::nullopt;
    if (rank == one.rank) cause.on_host = summary.value().collectives.on_host();
    return times_in(summary.value(), *cause.term, steps);
  };
  auto own = read(one.rank);
  if (!own) return;
  std::vector<NamedTimes> others;
  for (const std::uint32_t other : others_like(all, one.rank)) {
    if (auto times = read(other)) others.push_back(std::move(*times));
  }
  for (const NamedTimes& times : others) {
    for (const auto& [name, time] : times)
      (*own)[name].ns -= time.ns / static_cast<double>(others.size());
  }
  const auto most = std::ranges::max_element(*own, {}, [](const auto& a) { return a.second.ns; });
  if (most == own->end() || most->second.ns <= 0) return;
  cause.culprit = most->first;
  cause.culprit_more_ns = rounded_ns(most->second.ns);
  cause.culprit_event = most->second.longest;
}

}  // namespace

void name_culprits(const Fleet& fleet, FleetAnalysis& analysis, unsigned threads,
                   std::size_t most) {
  parallel_for(std::min(most, analysis.stragglers.size()), threads, [&](std::size_t i, unsigned) {
    name_culprit(fleet, analysis, analysis.stragglers[i]);
  });
}

}  // namespace lanescope
