#include "core/analysis/findings/holders.h"

#include <algorithm>
#include <map>
#include <utility>
#include <vector>

#include <fmt/format.h>

#include "core/analysis/events/covered_time.h"
#include "core/analysis/events/interval_union.h"
#include "core/analysis/findings/native_code.h"
#include "core/analysis/findings/thread_evidence.h"
#include "core/analysis/host/sampled_threads.h"
#include "core/analysis/host/site.h"
#include "core/analysis/host_time/holding_times.h"
#include "core/analysis/host_time/main_thread.h"
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

bool works_awake(HostState state) {
  return works(state) && state != HostState::Sleep;
}

/// A main thread that sleeps for most of its time has nothing to do, and holds no lock.
bool rests(const FindingFacts& facts, std::uint32_t thread) {
  const HostTime& time = *facts.host_time;
  return is_main_thread(facts.trace, time.threads[thread]) &&
         is_mostly_idle(facts.trace, time, thread);
}

}  // namespace

GilHolder gil_holder(const FindingFacts& facts, std::uint32_t waiting) {
  constexpr double kAsLong = 0.7;
  const HostTime& time = *facts.host_time;
  LANESCOPE_CHECK(waiting < time.threads.size(), "thread {} of {}", waiting, time.threads.size());
  const std::vector<TimeRange> waits =
      times_in(facts, waiting, [](HostState state) { return state == HostState::Gil; });
  const GilHolders holders(facts.trace);
  GilHolder holder;
  Ns held_ns = 0;
  for (std::uint32_t i = 0; i < time.threads.size(); ++i) {
    const HostThreadTime& thread = time.threads[i];
    // Without holding it at all, also not meanwhile.
    if (i == waiting || thread.process != time.threads[waiting].process || thread.gil_held_ns <= 0)
      continue;
    std::vector<TimeRange> held = common_parts(holders.of(states_of(facts, i)).held, waits);
    const Ns own_ns = total_length(held);
    if (own_ns > held_ns) {
      holder = {&thread, holder.thread, std::move(held), held_ns};
      held_ns = own_ns;
    } else if (own_ns > holder.second_held_ns) {
      holder.second = &thread;
      holder.second_held_ns = own_ns;
    }
  }
  if (static_cast<double>(holder.second_held_ns) < kAsLong * static_cast<double>(held_ns))
    holder.second = nullptr;
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
    const std::vector<TimeRange> during =
        common_parts(waits, times_in(facts, i, rests(facts, i) ? works_awake : works));
    PlaceOfHolder of = longest_line(facts, i, during);
    of.works_ns = total_length(during);
    if (of.works_ns > total_length(waits) / 2) ++busy;
    if (std::pair(of.at_ns, of.works_ns) > std::pair(holder.at_ns, holder.works_ns)) holder = of;
  }
  const Ns most_ns = total_length(waits) / 2;
  const bool at_one_line = holder.at_ns > most_ns;
  if (!at_one_line && (holder.works_ns <= most_ns || busy != 1)) {
    say_native_meanwhile(facts, waiting, waits, finding);
    return false;
  }
  say_thread(facts, "Meanwhile, ", time.threads[holder.thread],
             fmt::format(" works, sleeps or reads for {} of {}", format_duration(holder.works_ns),
                         format_duration(total_length(waits))),
             EventId::None, finding);
  if (!at_one_line) {
    say_native_meanwhile(facts, waiting, waits, finding);
    return true;
  }
  finding.say(
      "The lock may be held at ", slice_name(facts.trace, holder.line),
      fmt::format(": that thread is there for {} of that time", format_duration(holder.at_ns)),
      holder.line);
  return true;
}

void say_gil_holder(const FindingFacts& facts, const GilHolder& holder, std::string_view meanwhile,
                    Finding& finding) {
  if (holder.thread == nullptr) return;
  const auto held = [](Ns held_ns) { return fmt::format(" for {}", format_duration(held_ns)); };
  say_thread(facts, std::string(meanwhile) + "the GIL is held by ", *holder.thread,
             held(total_length(holder.held)), EventId::None, finding);
  const auto thread = static_cast<std::uint32_t>(holder.thread - facts.host_time->threads.data());
  const PlaceOfHolder most = longest_line(facts, thread, holder.held);
  // The place of who waits would be taken for the holder's.
  finding.where = {};
  say_place(facts, most.line, "That thread is mostly at ", finding);
  if (holder.second != nullptr)
    say_thread(facts, "It is also held by ", *holder.second, held(holder.second_held_ns),
               EventId::None, finding);
}

}  // namespace lanescope
