#include "core/analysis/findings/waiting_threads.h"

#include <algorithm>
#include <map>
#include <vector>

#include <fmt/format.h>

#include "core/analysis/findings/holders.h"
#include "core/analysis/findings/share.h"
#include "core/analysis/findings/thread_evidence.h"
#include "core/analysis/host/python_frame.h"
#include "core/analysis/host/sampled_threads.h"
#include "core/analysis/host/site.h"
#include "core/analysis/host_time/sampling.h"
#include "core/analysis/idle/claims.h"
#include "core/analysis/idle/sampled_activity.h"
#include "core/store/thread_state.h"

namespace lanescope {
namespace {

constexpr std::size_t kMostThreads = 3;

/// All waits of a thread in one way.
struct Waiting {
  std::uint32_t thread = 0;
  Ns waited_ns = 0;
  const HostWait* longest = nullptr;
};

/// Other threads of the process of `main` that wait like this for much of their time, those that
/// do so for longest first.
std::vector<Waiting> waiting_threads(const FindingFacts& facts, std::uint32_t main,
                                     HostState state) {
  const HostTime& time = *facts.host_time;
  std::map<std::uint32_t, Waiting> sums;
  for (const HostWait& wait : time.waits) {
    const bool other =
        wait.thread != main && time.threads[wait.thread].process == time.threads[main].process;
    if (!other || wait.for_thread || state_named(facts, wait.state) != state) continue;
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
    const double pct = share_pct(sum.waited_ns, sampled_ns);
    if (!rests && pct >= facts.limits().sampled_wait_pct) threads.push_back(sum);
  }
  std::ranges::stable_sort(threads, std::greater(), &Waiting::waited_ns);
  return threads;
}

void say_threads(const FindingFacts& facts, const std::vector<Waiting>& waiting, Finding& finding) {
  const HostTime& time = *facts.host_time;
  for (const Waiting& one : std::span(waiting).first(std::min(kMostThreads, waiting.size()))) {
    const HostThreadTime& thread = time.threads[one.thread];
    say_thread(facts, "", thread, ": " + of_sampled_text(one.waited_ns, thread.sampled_ns),
               one.longest->longest, finding);
  }
  if (waiting.size() <= kMostThreads) return;
  const std::size_t more = waiting.size() - kMostThreads;
  finding.say(fmt::format("{} more thread{} as well", more, more == 1 ? " waits" : "s wait"));
}

/// Whether most of the CPUs ran something else than the program while the thread waited for one.
bool say_other_programs(const FindingFacts& facts, std::uint32_t thread, Finding& finding) {
  constexpr double kMostCpus = 0.75;
  const auto cpus = static_cast<double>(recorded_cpus(facts.trace));
  const std::vector<TimeRange> waits =
      times_in(facts, thread, [](HostState state) { return state == HostState::Runnable; });
  const Ns waited_ns = total_length(waits);
  if (cpus <= 0 || waited_ns <= 0) return false;
  Ns ran_ns = 0;
  for (std::uint32_t other = 0; other < facts.host_time->threads.size(); ++other) {
    const std::vector<TimeRange> ran =
        times_in(facts, other, [](HostState state) { return state == HostState::Running; });
    ran_ns = saturating_add(ran_ns, total_length(common_parts(ran, waits)));
  }
  const double used = static_cast<double>(ran_ns) / static_cast<double>(waited_ns);
  if (used > kMostCpus * cpus) return false;
  finding.say(fmt::format(
      "While it waited, sampled threads used {:.1f} of the {} CPUs, and other programs the rest",
      used, cpus));
  return true;
}

/// While one thread was there, what it and others wanted of the CPUs.
struct Contention {
  Ns span_ns = 0, ran_ns = 0, wanted_ns = 0;
  std::size_t threads = 0;  // that were there for any of it
};

Contention contention(const FindingFacts& facts, std::uint32_t waiting) {
  const auto any = [](HostState) { return true; };
  const std::vector<TimeRange> there = times_in(facts, waiting, any);
  Contention sums{.span_ns = total_length(there)};
  for (std::uint32_t other = 0; other < facts.host_time->threads.size(); ++other) {
    const auto inside_ns = [&](bool (*is)(HostState)) {
      return total_length(common_parts(times_in(facts, other, is), there));
    };
    if (inside_ns(any) == 0) continue;
    ++sums.threads;
    const Ns ran_ns = inside_ns([](HostState state) { return state == HostState::Running; });
    const Ns waited_ns = inside_ns([](HostState state) { return state == HostState::Runnable; });
    sums.ran_ns = saturating_add(sums.ran_ns, ran_ns);
    sums.wanted_ns = saturating_add(sums.wanted_ns, saturating_add(ran_ns, waited_ns));
  }
  return sums;
}

}  // namespace

void say_contenders(const FindingFacts& facts, std::uint32_t waiting, Finding& finding) {
  const Contention there = contention(facts, waiting);
  if (there.span_ns <= 0) return;
  const auto span = static_cast<double>(there.span_ns);
  const double wanted = static_cast<double>(there.wanted_ns) / span;
  const double had = static_cast<double>(there.ran_ns) / span;
  finding.say(there.threads == 1
                  ? fmt::format("The thread could use a CPU for {} of its time, and had one for {}",
                                format_pct(100 * wanted), format_pct(100 * had))
                  : fmt::format("On average, {:.1f} of the {} sampled threads could use a CPU, and "
                                "{:.1f} had one",
                                wanted, there.threads, had));
  // One thread at a time has every machine: then others have taken it.
  constexpr double kOneThread = 1.05;
  const bool is_one = wanted <= kOneThread;
  if (!say_other_programs(facts, waiting, finding) && !is_one) return;
  finding.informational = true;
  finding.fix =
      "Other processes used the CPUs: record again on a quiet machine, or keep them off these "
      "CPUs (taskset, the CPU limit of the container).";
}

namespace {

/// Of a module, the line that it was at: that of its name is the first of its file, which says
/// nothing. By the stack of `sample`, a slice below it; 0 for functions, and if it is not known.
std::int32_t module_line(const FindingFacts& facts, EventId source, EventId sample) {
  const DetailsFrame module = parse_python_frame(facts.trace.text(slice_name(facts.trace, source)));
  if (module.function != "<module>" || !facts.read) return 0;
  const auto event = facts.read(sample);
  const JsonValue* const args = event ? event->find("args") : nullptr;
  const JsonValue* const stack = args != nullptr ? args->find("Call stack") : nullptr;
  if (stack == nullptr || stack->string() == nullptr) return 0;
  for (const DetailsFrame& frame : parse_call_stack(*stack->string())) {
    if (frame.function == module.function && frame.file.ends_with(module.file))
      return static_cast<std::int32_t>(std::clamp<std::int64_t>(frame.line, 0, INT32_MAX));
  }
  return 0;
}

}  // namespace

void place_wait(const FindingFacts& facts, const HostWait& wait, Finding& finding) {
  const EventId code = code_of_wait(facts.trace, wait);
  if (wait.top_line_ns > 0)
    say_place(facts, code, "Mostly at ", finding, ": " + format_duration(wait.top_line_ns));
  else
    say_place(facts, code, "The longest wait is in ", finding);
  // Where the line is in a library, as that of queue.get() is, the program's function above it.
  const auto home = facts.trace.find_slice(wait.at_top_line);
  if (!home || facts.activities == nullptr) return;
  const SampledActivity activity(facts.trace, *facts.activities, *home->track);
  const Ns middle_ns =
      home->chunk->start_ns[home->slice] + home->chunk->range(home->slice).length_ns() / 2;
  activity.visit({middle_ns, middle_ns + 1}, [&](TimeRange, const SampledSegment& seen) {
    if (seen.source == seen.function) return;
    const std::int32_t line = module_line(facts, seen.source, code);
    say_place(facts, seen.source, "It is called from ", finding,
              line > 0 ? fmt::format(", at line {}", line) : "");
    finding.where.line = line;
  });
}

const HostThreadTime* judge_waiting_threads(const FindingFacts& facts, const IdleMain& of,
                                            const ThreadWaits& waits, RuleAnswer& answer) {
  const std::vector<Waiting> waiting = waiting_threads(facts, of.main, waits.state);
  if (waiting.empty()) return nullptr;
  const HostTime& time = *facts.host_time;
  const HostThreadTime& awaiting = time.threads[of.main];
  Finding& finding = answer.add();
  finding.title = waits.title;
  finding.high_pct =
      share_pct(std::min(waiting.front().waited_ns, of.awaited_ns), awaiting.sampled_ns);
  finding.confidence = waits.state == HostState::Lock ? Confidence::Low : Confidence::Medium;
  finding.fix = waits.fix;
  finding.confirm = "Record again: the threads' share of waiting should drop by this much.";
  say_threads(facts, waiting, finding);
  place_wait(facts, *waiting.front().longest, finding);
  finding.say(fmt::format("Meanwhile, {} {} for {}", thread_words(facts, of.main),
                          of.idle ? "is idle" : "waits for other threads",
                          format_duration(of.awaited_ns)));
  const std::uint32_t first = waiting.front().thread;
  if (waits.state == HostState::Lock && say_lock_holder(facts, first, finding))
    finding.confidence = Confidence::Medium;
  if (waits.state == HostState::Runnable) say_contenders(facts, of.idle ? first : of.main, finding);
  if (waits.state != HostState::Gil) return nullptr;
  const GilHolder holder = gil_holder(facts, first);
  say_gil_holder(facts, holder, fmt::format("While {} waits, ", thread_words(facts, first)),
                 finding);
  return holder.thread;
}

}  // namespace lanescope
