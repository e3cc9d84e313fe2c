#include "core/analysis/findings/holders.h"

#include <algorithm>
#include <map>
#include <utility>
#include <vector>

#include <fmt/format.h>

#include "core/analysis/events/covered_time.h"
#include "core/analysis/events/interval_union.h"
#include "core/analysis/findings/thread_evidence.h"
#include "core/analysis/host/sampled_threads.h"
#include "core/analysis/host/site.h"
#include "core/analysis/host_time/holding_times.h"
#include "core/analysis/idle/claims.h"
#include "core/base/check.h"

namespace lanescope {
namespace {

/// Where a thread is that may hold what others wait for.
struct PlaceOfHolder {
  std::uint32_t thread = 0;
  EventId line = EventId::None;
  Ns at_ns = 0;
  Ns works_ns = 0;  // anywhere
};

/// The line that a thread is at for most of some ranges.
PlaceOfHolder longest_line(const FindingFacts& facts, std::uint32_t thread,
                           const std::vector<TimeRange>& during) {
  PlaceOfHolder most{.thread = thread};
  const Track* const samples = sampled_thread(facts.trace, states_of(facts, thread)).samples;
  if (samples == nullptr) return most;
  const CoveredTime covered(during);
  std::map<StringId, Ns> sums;
  for (const auto& chunk : samples->chunks) {
    for (std::uint32_t i = 0; i < chunk->size(); ++i) {
      if (facts.trace.kind_of(chunk->category[i]) != CategoryKind::SampledLine) continue;
      Ns& sum_ns = sums[chunk->name[i]];
      sum_ns = saturating_add(sum_ns, covered.length_in(chunk->range(i)));
      if (sum_ns > most.at_ns) most = {.thread = thread, .line = chunk->id_of(i), .at_ns = sum_ns};
    }
  }
  return most;
}

/// When a thread waits for locks, and not for the end of another thread or its data.
std::vector<TimeRange> lock_waits(const FindingFacts& facts, std::uint32_t thread) {
  return times_in(facts, thread, [](HostState state) { return state == HostState::Lock; });
}

bool works(HostState state) {
  return state == HostState::Running || state == HostState::Runnable || state == HostState::Sleep ||
         state == HostState::Disk || state == HostState::PageFault;
}

}  // namespace

GilHolder gil_holder(const HostTime& time, const HostThreadTime& waiting) {
  constexpr double kAsLong = 0.7;
  std::vector<const HostThreadTime*> holders;
  for (const HostThreadTime& thread : time.threads) {
    if (&thread != &waiting && thread.process == waiting.process && thread.gil_held_ns > 0)
      holders.push_back(&thread);
  }
  std::ranges::stable_sort(holders, std::greater(), &HostThreadTime::gil_held_ns);
  GilHolder holder;
  if (!holders.empty()) holder.thread = holders.front();
  if (holders.size() < 2) return holder;
  const auto first = static_cast<double>(holders[0]->gil_held_ns);
  if (static_cast<double>(holders[1]->gil_held_ns) >= kAsLong * first) holder.second = holders[1];
  return holder;
}

bool say_lock_holder(const FindingFacts& facts, std::uint32_t waiting, Finding& finding) {
  const HostTime& time = *facts.host_time;
  LANESCOPE_CHECK(waiting < time.threads.size(), "thread {} of {}", waiting, time.threads.size());
  const std::vector<TimeRange> waits = lock_waits(facts, waiting);
  PlaceOfHolder holder;
  std::size_t busy = 0;  // threads
  for (std::uint32_t i = 0; i < time.threads.size(); ++i) {
    if (i == waiting || time.threads[i].process != time.threads[waiting].process) continue;
    const std::vector<TimeRange> during = common_parts(waits, times_in(facts, i, works));
    PlaceOfHolder of = longest_line(facts, i, during);
    of.works_ns = total_length(during);
    if (of.works_ns > total_length(waits) / 2) ++busy;
    if (std::pair(of.at_ns, of.works_ns) > std::pair(holder.at_ns, holder.works_ns)) holder = of;
  }
  const Ns most_ns = total_length(waits) / 2;
  const bool at_one_line = holder.at_ns > most_ns;
  if (!at_one_line && (holder.works_ns <= most_ns || busy != 1)) return false;
  say_thread(facts, "Meanwhile, ", time.threads[holder.thread],
             fmt::format(" works, sleeps or reads for {} of {}", format_duration(holder.works_ns),
                         format_duration(total_length(waits))),
             EventId::None, finding);
  if (!at_one_line) return true;
  finding.say(
      "The lock may be held at ", slice_name(facts.trace, holder.line),
      fmt::format(": that thread is there for {} of that time", format_duration(holder.at_ns)),
      holder.line);
  return true;
}

void say_gil_holder(const FindingFacts& facts, const GilHolder& holder, Finding& finding) {
  if (holder.thread == nullptr) return;
  const HostTime& time = *facts.host_time;
  const auto held = [](const HostThreadTime& thread) {
    return fmt::format(" for {}", format_duration(thread.gil_held_ns));
  };
  say_thread(facts, "The GIL is held by ", *holder.thread, held(*holder.thread), EventId::None,
             finding);
  const auto thread = static_cast<std::uint32_t>(holder.thread - time.threads.data());
  const std::vector<TimeRange> holding = common_parts(
      holding_times(facts.trace, states_of(facts, thread)).all, {&facts.judged.range, 1});
  const PlaceOfHolder most = longest_line(facts, thread, holding);
  // The place of who waits would be taken for the holder's.
  finding.where = {};
  say_place(facts, most.line, "That thread is mostly at ", finding);
  if (holder.second != nullptr)
    say_thread(facts, "It is also held by ", *holder.second, held(*holder.second), EventId::None,
               finding);
}

}  // namespace lanescope
