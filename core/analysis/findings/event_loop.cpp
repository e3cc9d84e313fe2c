#include "core/analysis/findings/event_loop.h"

#include <algorithm>
#include <map>
#include <string_view>
#include <vector>

#include <fmt/format.h>

#include "core/analysis/events/covered_time.h"
#include "core/analysis/events/interval_union.h"
#include "core/analysis/findings/share.h"
#include "core/analysis/findings/thread_evidence.h"
#include "core/analysis/host/sampled_threads.h"
#include "core/analysis/host/site.h"
#include "core/analysis/idle/sampled_activity.h"
#include "core/base/check.h"
#include "core/base/threads/work.h"
#include "core/store/slices_at.h"

namespace lanescope {
namespace {

/// What calls a callback or a step of a task, up to Python 3.14: "asyncio/events.py(78):
/// Handle._run", or "_run" before Python 3.11.
bool runs_callback(std::string_view function) {
  const std::size_t file = function.find("asyncio/events.py(");
  return file != std::string_view::npos &&
         (function.ends_with(": Handle._run") || function.ends_with(": _run"));
}

/// What runs a cell of a notebook. The loop of Jupyter's kernel calls it as any callback, but there
/// it is the program: nothing else has to have a turn meanwhile.
bool runs_cell(std::string_view function) {
  return function.find("IPython/core/interactiveshell.py(") != std::string_view::npos;
}

bool is_of_asyncio(std::string_view function) {
  return function.starts_with("asyncio/") || function.find("/asyncio/") != std::string_view::npos;
}

struct OpenFunction {
  TimeRange range;
  StringId name = StringId::Empty;
};

/// A thread's Python functions at a time, the innermost last.
std::vector<OpenFunction> stack_at(const Snapshot& trace, const Track& samples, Ns time_ns) {
  std::vector<OpenFunction> stack;
  for_each_begun_slice(samples, time_ns, [&](const TrackChunk& chunk, std::uint32_t slice) {
    const bool is_function = trace.kind_of(chunk.category[slice]) == CategoryKind::SampledFrame;
    if (is_function && chunk.range(slice).end_ns > time_ns)
      stack.push_back({chunk.range(slice), chunk.name[slice]});
  });
  return stack;
}

/// asyncio.run() and loop.run_until_complete() return when one coroutine has ended.
/// loop.run_forever() serves whatever comes, also where a kernel of Jupyter calls it.
bool runs_one_coroutine(std::string_view function) {
  return function.find("asyncio/runners.py(") != std::string_view::npos ||
         (is_of_asyncio(function) && function.ends_with("run_until_complete"));
}

bool steps_task(std::string_view function) {
  return runs_callback(function) || function.find("asyncio/tasks.py(") != std::string_view::npos;
}

/// Whether a coroutine is what its loop was started for. Unknown: a recording that begins in it
/// does not tell what the loop had done before.
enum class First { No, Unknown, Yes };

/// By its name, or because it began when the loop did.
First is_first_coroutine(const FindingFacts& facts, const Track& samples, const OpenFunction& loop,
                         const OpenFunction& coroutine) {
  constexpr Ns kAtOnce = 50'000'000;
  const std::string_view name = facts.trace.text(coroutine.name);
  if (name.substr(std::min(name.find("): "), name.size())).find("main") != std::string_view::npos)
    return First::Yes;
  if (coroutine.range.begin_ns - loop.range.begin_ns > kAtOnce) return First::No;
  return loop.range.begin_ns > samples.bounds.begin_ns ? First::Yes : First::Unknown;
}

/// Whether a loop does nothing but one callback, which is the program itself, as in
/// asyncio.run(main()) where main() awaits nothing: no other task is known to wait for a turn.
/// A server that is stuck in one callback looks alike, but there a library or asyncio itself calls
/// what handles a request, or the loop was running before.
First is_whole_program(const FindingFacts& facts, const Track& samples,
                       const std::vector<TimeRange>& callbacks) {
  constexpr double kNearlyAllPct = 95;
  // A thread that is not the main one may live for less.
  const TimeRange judged{std::max(facts.judged.range.begin_ns, samples.bounds.begin_ns),
                         std::min(facts.judged.range.end_ns, samples.bounds.end_ns)};
  const auto is_all = [&](const TimeRange& range) {
    const TimeRange inside{std::max(range.begin_ns, judged.begin_ns),
                           std::min(range.end_ns, judged.end_ns)};
    return share_pct(length_of(inside), length_of(judged)) >= kNearlyAllPct;
  };
  if (callbacks.size() != 1 || !is_all(callbacks.front())) return First::No;
  const TimeRange& whole = callbacks.front();
  const auto stack = stack_at(facts.trace, samples, whole.begin_ns + length_of(whole) / 2);
  const auto is = [&](bool (*test)(std::string_view)) {
    return [&facts, test](const OpenFunction& one) { return test(facts.trace.text(one.name)); };
  };
  const auto callback = std::ranges::find_if(stack, is(runs_callback));
  const auto coroutine = std::find_if_not(callback, stack.end(), is(steps_task));
  if (coroutine == stack.end() || !is_all(coroutine->range)) return First::No;
  const auto loop = std::find_if(stack.begin(), callback, is(runs_one_coroutine));
  if (loop == callback || is_of_asyncio(facts.trace.text(coroutine->name))) return First::No;
  if (facts.activities->rank_of(coroutine->name) == HostActivities::FrameRank::Library)
    return First::No;
  return is_first_coroutine(facts, samples, *loop, *coroutine);
}

struct Callbacks {
  std::vector<TimeRange> times;
  bool may_be_alone = false;  // a single one, which may be the program itself
};

/// When the loop runs callbacks other than the program itself, in the judged time.
Callbacks callback_times(const FindingFacts& facts, const Track& samples) {
  std::vector<TimeRange> times, cells;
  for (const auto& chunk : samples.chunks) {
    count_work(Work::Events, chunk->size());
    for (std::uint32_t i = 0; i < chunk->size(); ++i) {
      const std::uint32_t slice = chunk->in_time_order(i);
      const std::string_view name = facts.trace.text(chunk->name[slice]);
      if (runs_callback(name)) times.push_back(chunk->range(slice));
      if (runs_cell(name)) cells.push_back(chunk->range(slice));
    }
  }
  const std::vector<TimeRange> callbacks = common_parts(merged(times), {&facts.judged.range, 1});
  const First is_program = is_whole_program(facts, samples, callbacks);
  if (is_program == First::Yes) return {};
  return {common_parts(callbacks, left_out(merged(cells))), is_program == First::Unknown};
}

bool is_idle(HostState state) {
  return state == HostState::EventLoop;
}
bool is_sleep(HostState state) {
  return state == HostState::Sleep;
}
bool is_other_wait(HostState state) {
  return state == HostState::Lock || state == HostState::Disk || state == HostState::Channel ||
         state == HostState::PageFault || state == HostState::OtherThread ||
         state == HostState::Other;
}

std::string_view fix_of(const LoopBlocker& blocker) {
  if (!blocker.waits())
    return "Take the computation off the event loop: loop.run_in_executor() with a "
           "ProcessPoolExecutor, or await asyncio.to_thread() if it releases the GIL. At the "
           "least, give other tasks a turn: await asyncio.sleep(0) every few milliseconds.";
  if (blocker.slept_ns >= blocker.waited_ns)
    return "Use await asyncio.sleep() instead of time.sleep(), so that other tasks run meanwhile.";
  return "Await an asynchronous call instead, or make the blocking one on a thread: await "
         "asyncio.to_thread(...).";
}

/// Of a thread, an index in HostTime::threads; nullopt if it runs no event loop of asyncio. Cost: a
/// pass over its samples and states.
std::optional<LoopBlocker> loop_blocker(const FindingFacts& facts, std::uint32_t thread) {
  LANESCOPE_CHECK(facts.host_time != nullptr, "an event loop is judged by samples");
  const Track* const samples = sampled_thread(facts.trace, states_of(facts, thread)).samples;
  if (samples == nullptr || facts.activities == nullptr) return std::nullopt;
  const Callbacks callbacks = callback_times(facts, *samples);
  if (callbacks.times.empty()) return std::nullopt;
  const CoveredTime idle(times_in(facts, thread, is_idle));
  const CoveredTime sleeps(times_in(facts, thread, is_sleep));
  const CoveredTime waits(times_in(facts, thread, is_other_wait));
  const SampledActivity activity(facts.trace, *facts.activities, *samples);
  std::map<StringId, LoopBlocker> sums;
  std::map<StringId, Ns> longest_ns;
  for (const TimeRange& callback : callbacks.times) {
    activity.visit(callback, [&](const TimeRange& range, const SampledSegment& seen) {
      const Ns length_ns = length_of(range) - idle.length_in(range);
      const StringId name = slice_name(facts.trace, seen.source);
      // The loop's own work blocks nobody.
      if (name == StringId::Empty || is_of_asyncio(facts.trace.text(name))) return;
      LoopBlocker& sum = sums[name];
      sum.function = name;
      sum.total_ns = saturating_add(sum.total_ns, length_ns);
      sum.slept_ns = saturating_add(sum.slept_ns, sleeps.length_in(range));
      sum.waited_ns = saturating_add(sum.waited_ns, waits.length_in(range));
      Ns& most_ns = longest_ns[name];
      if (length_of(range) > most_ns) sum.event = seen.source;
      most_ns = std::max(most_ns, length_of(range));
    });
  }
  if (sums.empty()) return std::nullopt;
  LoopBlocker most = std::ranges::max_element(sums, {}, [](const auto& sum) {
                       return sum.second.total_ns;
                     })->second;
  most.may_be_alone = callbacks.may_be_alone;
  return most;
}

/// Whether it has much of `time_ns`, which is that of its thread or more.
bool has_much(const FindingFacts& facts, const LoopBlocker& blocker, Ns time_ns) {
  const Thresholds& limits = facts.limits();
  const double least_pct = blocker.waits() ? limits.sampled_wait_pct : limits.hot_python_pct;
  return time_ns > 0 && share_pct(blocker.total_ns, time_ns) >= least_pct;
}

Finding& add_blocked_loop(const LoopBlocker& blocker, Ns sampled_ns, RuleAnswer& answer) {
  Finding& finding = answer.add();
  finding.title = "The event loop is blocked";
  finding.high_pct = share_pct(blocker.total_ns, sampled_ns);
  finding.confidence = blocker.may_be_alone ? Confidence::Low : Confidence::Medium;
  finding.say("While the loop runs callbacks, it is in ", blocker.function,
              fmt::format(" for {} ({} of the time of its thread)",
                          format_duration(blocker.total_ns), format_pct(finding.high_pct)),
              blocker.event);
  if (blocker.waits())
    finding.say(fmt::format(
        "There it sleeps for {} and waits otherwise for {}; no other task can run meanwhile",
        format_duration(blocker.slept_ns), format_duration(blocker.waited_ns)));
  else
    finding.say("There it computes, or waits for a CPU; no other task can run meanwhile");
  if (blocker.may_be_alone)
    finding.say("The recording has no other callback of the loop: there may be no other task");
  finding.where = {blocker.function, StringId::Empty, blocker.event};
  finding.fix = fix_of(blocker);
  finding.confirm = "Record again: the function's share of the loop's time should drop.";
  return finding;
}

}  // namespace

std::optional<LoopBlocker> judge_event_loop(const FindingFacts& facts, std::uint32_t thread,
                                            RuleAnswer& answer) {
  const std::optional<LoopBlocker> blocker = loop_blocker(facts, thread);
  const Ns sampled_ns = facts.host_time->threads.at(thread).sampled_ns;
  if (!blocker || !has_much(facts, *blocker, sampled_ns)) return std::nullopt;
  if (!blocker->may_be_program()) add_blocked_loop(*blocker, sampled_ns, answer);
  return blocker;
}

void judge_event_loops_of_threads(const FindingFacts& facts, std::uint32_t main, Ns awaited_ns,
                                  RuleAnswer& answer) {
  const HostTime& time = *facts.host_time;
  const HostThreadTime& awaiting = time.threads.at(main);
  std::optional<LoopBlocker> most;
  std::uint32_t of = main;
  for (std::uint32_t i = 0; i < time.threads.size(); ++i) {
    if (i == main || time.threads[i].process != awaiting.process) continue;
    const std::optional<LoopBlocker> blocker = loop_blocker(facts, i);
    // Of the longer time: a loop that ends soon costs the program little.
    const Ns whole_ns = std::max(time.threads[i].sampled_ns, awaiting.sampled_ns);
    if (!blocker || blocker->may_be_program() || !has_much(facts, *blocker, whole_ns)) continue;
    if (most && blocker->total_ns <= most->total_ns) continue;
    most = blocker;
    of = i;
  }
  if (!most) return;
  const HostThreadTime& thread = time.threads[of];
  Finding& finding = add_blocked_loop(*most, thread.sampled_ns, answer);
  finding.high_pct = share_pct(std::min(most->total_ns, awaited_ns), awaiting.sampled_ns);
  say_thread(facts, "The loop runs in ", thread, "", EventId::None, finding);
}

}  // namespace lanescope
