#include "core/analysis/findings/waiting_threads.h"

#include <algorithm>
#include <map>
#include <vector>

#include <fmt/format.h>

#include "core/analysis/events/covered_time.h"
#include "core/analysis/host/sampled_threads.h"
#include "core/analysis/host/site.h"
#include "core/analysis/idle/sampled_activity.h"
#include "core/store/thread_state.h"

namespace lanescope {
namespace {

constexpr std::size_t kMostThreads = 3;

double pct_of(Ns part_ns, Ns whole_ns) {
  const double pct =
      100 * static_cast<double>(part_ns) / static_cast<double>(std::max<Ns>(1, whole_ns));
  return std::min(100.0, pct);
}

/// Threads without a name of their own are "thread 4711".
void say_thread(std::string_view before, const HostThreadTime& thread, std::string after,
                EventId event, Finding& finding) {
  const bool named = thread.name != StringId::Empty;
  finding.say(std::string(before) + (named ? "" : "thread "), named ? thread.name : thread.thread,
              std::move(after), event);
}

void place(const FindingFacts& facts, EventId code, std::string_view words, Finding& finding,
           const std::string& how_long = "") {
  if (code == EventId::None) return;
  const StringId name = slice_name(facts.trace, code);
  finding.say(std::string(words), name, how_long, code);
  finding.where = {name, StringId::Empty, code};
}

/// All waits of a thread in one way.
struct Waiting {
  std::uint32_t thread = 0;
  Ns waited_ns = 0;
  const HostWait* longest = nullptr;
};

HostState state_of(const FindingFacts& facts, StringId state) {
  return host_state_of(parse_thread_state(facts.trace.text(state)));
}

/// Other threads of the process of `main` that wait like this for much of their time, those that
/// do so for longest first.
std::vector<Waiting> waiting_threads(const FindingFacts& facts, std::uint32_t main,
                                     HostState state) {
  const HostTime& time = *facts.host_time;
  std::map<std::uint32_t, Waiting> sums;
  for (const HostWait& wait : time.waits) {
    const bool other =
        wait.thread != main && time.threads[wait.thread].process == time.threads[main].process;
    if (!other || wait.for_thread || state_of(facts, wait.state) != state) continue;
    Waiting& sum = sums[wait.thread];
    sum.thread = wait.thread;
    sum.waited_ns = saturating_add(sum.waited_ns, wait.total_ns);
    if (sum.longest == nullptr) sum.longest = &wait;
  }
  std::vector<Waiting> threads;
  for (const auto& [thread, sum] : sums) {
    // Threads of native pools rest in a futex until there is work for them.
    const bool rests =
        state == HostState::Lock && code_of_wait(facts.trace, *sum.longest) == EventId::None;
    // Of the longer time: a thread that ends soon costs the main thread little.
    const Ns sampled_ns = std::max(time.threads[thread].sampled_ns, time.threads[main].sampled_ns);
    const double pct = pct_of(sum.waited_ns, sampled_ns);
    if (!rests && pct >= facts.limits().sampled_wait_pct) threads.push_back(sum);
  }
  std::ranges::stable_sort(threads, std::greater(), &Waiting::waited_ns);
  return threads;
}

const Track& track_of(const FindingFacts& facts, std::uint32_t thread) {
  return facts.trace.tracks[index_of(facts.host_time->threads[thread].track)];
}

/// When a thread is in certain states, merged.
template <typename Is>
std::vector<TimeRange> times_in(const FindingFacts& facts, std::uint32_t thread, const Is& is) {
  std::vector<TimeRange> times;
  const Track* const states = sampled_thread(facts.trace, track_of(facts, thread)).states;
  if (states == nullptr) return times;
  for (const auto& chunk : states->chunks) {
    for (std::uint32_t i = 0; i < chunk->size(); ++i) {
      const std::uint32_t slice = chunk->in_time_order(i);
      if (is(state_of(facts, chunk->name[slice]))) times.push_back(chunk->range(slice));
    }
  }
  return common_parts(merged(times), std::vector<TimeRange>{facts.judged.range});
}

/// Where a thread is that may hold a lock.
struct LockHolder {
  std::uint32_t thread = 0;
  EventId line = EventId::None;
  Ns at_ns = 0;
};

/// The line that a thread is at for most of some ranges.
LockHolder longest_line(const FindingFacts& facts, std::uint32_t thread,
                        const std::vector<TimeRange>& during) {
  LockHolder most{.thread = thread};
  const Track* const samples = sampled_thread(facts.trace, track_of(facts, thread)).samples;
  if (samples == nullptr) return most;
  const CoveredTime covered(during);
  std::map<StringId, Ns> sums;
  for (const auto& chunk : samples->chunks) {
    for (std::uint32_t i = 0; i < chunk->size(); ++i) {
      if (facts.trace.kind_of(chunk->category[i]) != CategoryKind::SampledLine) continue;
      Ns& sum_ns = sums[chunk->name[i]];
      sum_ns = saturating_add(sum_ns, covered.length_in(chunk->range(i)));
      if (sum_ns > most.at_ns) most = {thread, chunk->id_of(i), sum_ns};
    }
  }
  return most;
}

/// Nobody records who holds a lock: a thread that is nearly always in the same place, and does not
/// wait for anybody there, while others wait for a lock.
bool say_lock_holder(const FindingFacts& facts, const std::vector<Waiting>& waiting,
                     Finding& finding) {
  const HostTime& time = *facts.host_time;
  const StringId process = time.threads[waiting.front().thread].process;
  const std::vector<TimeRange> waits = times_in(
      facts, waiting.front().thread, [](HostState state) { return state == HostState::Lock; });
  const auto works = [](HostState state) {
    return state == HostState::Running || state == HostState::Sleep || state == HostState::Disk ||
           state == HostState::PageFault;
  };
  LockHolder holder;
  for (std::uint32_t i = 0; i < time.threads.size(); ++i) {
    if (i == waiting.front().thread || time.threads[i].process != process) continue;
    const LockHolder of = longest_line(facts, i, common_parts(waits, times_in(facts, i, works)));
    if (of.at_ns > holder.at_ns) holder = of;
  }
  Ns waits_ns = 0;
  for (const TimeRange& wait : waits) waits_ns = saturating_add(waits_ns, length_of(wait));
  if (holder.at_ns <= waits_ns / 2) return false;
  const StringId line = slice_name(facts.trace, holder.line);
  finding.say(
      "The lock may be held at ", line,
      fmt::format(": another thread is there for {} of that time", format_duration(holder.at_ns)),
      holder.line);
  return true;
}

void say_threads(const FindingFacts& facts, const std::vector<Waiting>& waiting, Finding& finding) {
  const HostTime& time = *facts.host_time;
  for (const Waiting& one : std::span(waiting).first(std::min(kMostThreads, waiting.size()))) {
    const HostThreadTime& thread = time.threads[one.thread];
    say_thread("", thread,
               fmt::format(": {} of its {} sampled ({})", format_duration(one.waited_ns),
                           format_duration(thread.sampled_ns),
                           format_pct(pct_of(one.waited_ns, thread.sampled_ns))),
               one.longest->longest, finding);
  }
  if (waiting.size() <= kMostThreads) return;
  const std::size_t more = waiting.size() - kMostThreads;
  finding.say(fmt::format("{} more thread{} as well", more, more == 1 ? " waits" : "s wait"));
}

}  // namespace

GilHolder gil_holder(const HostTime& time, const HostThreadTime& waiting) {
  GilHolder holder;
  for (const HostThreadTime& thread : time.threads) {
    if (&thread == &waiting || thread.process != waiting.process || thread.gil_held_ns <= 0)
      continue;
    if (holder.thread == nullptr || thread.gil_held_ns > holder.thread->gil_held_ns)
      holder.thread = &thread;
  }
  for (const SampledCode& code : time.functions) {
    if (code.top_thread_held_ns <= 0 || &time.threads[code.top_thread] != holder.thread) continue;
    if (holder.code == nullptr || code.top_thread_held_ns > holder.code->top_thread_held_ns)
      holder.code = &code;
  }
  return holder;
}

void say_gil_holder(const FindingFacts& facts, const GilHolder& holder, Finding& finding) {
  if (holder.thread == nullptr) return;
  say_thread("The GIL is held by ", *holder.thread,
             fmt::format(" for {}", format_duration(holder.thread->gil_held_ns)), EventId::None,
             finding);
  if (holder.code != nullptr)
    place(facts, holder.code->top_line_event, "That thread is mostly at ", finding);
}

void say_contenders(const HostTime& time, Ns span_ns, Finding& finding) {
  Ns ran_ns = 0, wanted_ns = 0;
  for (const HostThreadTime& thread : time.threads) {
    ran_ns = saturating_add(ran_ns, thread.running_ns);
    wanted_ns = saturating_add(wanted_ns, saturating_add(thread.running_ns, thread.runnable_ns));
  }
  const auto span = static_cast<double>(span_ns);
  finding.say(
      fmt::format("On average, {:.1f} of {} sampled threads were running or waiting for a CPU; "
                  "{:.1f} were running",
                  static_cast<double>(wanted_ns) / span, time.threads.size(),
                  static_cast<double>(ran_ns) / span));
  // One thread at a time has every machine: then others have taken it.
  constexpr double kOneThread = 1.05;
  if (static_cast<double>(wanted_ns) > kOneThread * span) return;
  finding.informational = true;
  finding.fix =
      "Other processes used the CPUs: record again on a quiet machine, or keep them off these "
      "CPUs (taskset, the CPU limit of the container).";
}

void place_wait(const FindingFacts& facts, const HostWait& wait, Finding& finding) {
  const EventId code = code_of_wait(facts.trace, wait);
  if (wait.top_line_ns > 0)
    place(facts, code, "Mostly at ", finding, ": " + format_duration(wait.top_line_ns));
  else
    place(facts, code, "The longest wait is in ", finding);
  // Where the line is in a library, as that of queue.get() is, the program's function above it.
  const auto home = facts.trace.find_slice(wait.at_top_line);
  if (!home || facts.activities == nullptr) return;
  const SampledActivity activity(facts.trace, *facts.activities, *home->track);
  const Ns middle_ns =
      home->chunk->start_ns[home->slice] + home->chunk->range(home->slice).length_ns() / 2;
  activity.visit({middle_ns, middle_ns + 1}, [&](TimeRange, const SampledSegment& seen) {
    if (seen.source != seen.function) place(facts, seen.source, "It is called from ", finding);
  });
}

const HostThreadTime* judge_waiting_threads(const FindingFacts& facts, std::uint32_t main,
                                            Ns awaited_ns, const ThreadWaits& waits,
                                            RuleAnswer& answer) {
  const std::vector<Waiting> waiting = waiting_threads(facts, main, waits.state);
  if (waiting.empty()) return nullptr;
  const HostTime& time = *facts.host_time;
  const HostThreadTime& awaiting = time.threads[main];
  Finding& finding = answer.add();
  finding.title = waits.title;
  finding.high_pct = pct_of(std::min(waiting.front().waited_ns, awaited_ns), awaiting.sampled_ns);
  finding.confidence = waits.state == HostState::Lock ? Confidence::Low : Confidence::Medium;
  finding.fix = waits.fix;
  finding.confirm = "Record again: the threads' share of waiting should drop by this much.";
  say_threads(facts, waiting, finding);
  place_wait(facts, *waiting.front().longest, finding);
  finding.say(fmt::format("Meanwhile, the main thread waits for other threads for {}",
                          format_duration(awaited_ns)));
  if (waits.state == HostState::Lock && say_lock_holder(facts, waiting, finding))
    finding.confidence = Confidence::Medium;
  if (waits.state == HostState::Runnable) say_contenders(time, awaiting.sampled_ns, finding);
  if (waits.state != HostState::Gil) return nullptr;
  const GilHolder holder = gil_holder(time, time.threads[waiting.front().thread]);
  say_gil_holder(facts, holder, finding);
  return holder.thread;
}

}  // namespace lanescope
