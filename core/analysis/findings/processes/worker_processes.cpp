#include "core/analysis/findings/processes/worker_processes.h"

#include <algorithm>
#include <string_view>
#include <utility>
#include <vector>

#include <fmt/format.h>

#include "core/analysis/events/interval_union.h"
#include "core/analysis/findings/share.h"
#include "core/analysis/findings/thread_evidence.h"
#include "core/analysis/findings/waiting_threads.h"
#include "core/analysis/findings/worker_words.h"
#include "core/analysis/host/process_parents.h"
#include "core/analysis/host/sampled_threads.h"
#include "core/analysis/host/site.h"
#include "core/analysis/idle/claims.h"
#include "core/base/check.h"
#include "core/base/threads/work.h"
#include "core/store/thread_state.h"

namespace lanescope {
namespace {

/// The kind of wait of a thread with the most time of those that `is`; waits are in that order.
template <typename Is>
const HostWait* longest_wait(const HostTime& time, std::uint32_t thread, const Is& is) {
  const auto at = std::ranges::find_if(
      time.waits, [&](const HostWait& wait) { return wait.thread == thread && is(wait); });
  return at == time.waits.end() ? nullptr : &*at;
}

bool is_for_end(const FindingFacts& facts, const HostWait& wait) {
  return waits_for_end(parse_thread_state(facts.trace.text(wait.state)));
}

/// That the workers would be faster without other threads or programs.
void note_workers_without_cpu(const FindingFacts& facts, std::span<const WorkerTime> workers,
                              double waited_pct, RuleAnswer& answer) {
  constexpr double kMuchPct = 30;
  const double without_pct = workers_without_cpu_pct(workers);
  if (without_pct < kMuchPct) return;
  Finding& finding = answer.add();
  finding.title = "Worker processes wait for a CPU";
  finding.high_pct = waited_pct * without_pct / 100;
  finding.confidence = Confidence::Medium;
  finding.informational = true;
  finding.say(fmt::format("They wait for a CPU for {} of the time in which they are busy",
                          format_pct(without_pct)));
  finding.fix = kFixForCpus;
  const auto& threads = facts.host_time->threads;
  const auto worker = std::ranges::find(threads, workers.front().track, &HostThreadTime::track);
  if (worker != threads.end())
    say_contenders(facts, static_cast<std::uint32_t>(worker - threads.begin()), finding);
  finding.confirm = "Record again: the workers' share of waiting for a CPU should drop.";
}

/// A finding about a thread that waits for processes for a time, of all that are said to be.
Finding& add_wait_for_workers(const FindingFacts& facts, std::uint32_t thread, Ns waited_ns,
                              bool programs, RuleAnswer& answer) {
  const Ns sampled_ns = facts.host_time->threads.at(thread).sampled_ns;
  Finding& finding = answer.add();
  finding.high_pct = share_pct(waited_ns, sampled_ns);
  finding.confidence = Confidence::Medium;
  finding.title = subject_words(facts, thread) +
                  (programs ? " waits for a subprocess" : " waits for worker processes");
  finding.say(fmt::format("It waits for {} while {} run or wait",
                          of_sampled_text(waited_ns, sampled_ns),
                          programs ? "programs that it started" : "workers"));
  finding.confirm = fmt::format("Record again: {}'s share of waiting should drop by this much.",
                                thread_words(facts, thread));
  return finding;
}

/// When a thread is in Python's subprocess.run() and the like, merged.
std::vector<TimeRange> times_in_subprocess(const FindingFacts& facts, std::uint32_t thread) {
  std::vector<TimeRange> times;
  const Track* const samples = sampled_thread(facts.trace, states_of(facts, thread)).samples;
  if (samples == nullptr) return times;
  for (const auto& chunk : samples->chunks) {
    count_work(Work::Events, chunk->size());
    for (std::uint32_t i = 0; i < chunk->size(); ++i) {
      const std::uint32_t slice = chunk->in_time_order(i);
      const std::string_view name = facts.trace.text(chunk->name[slice]);
      const bool is_its = name.starts_with("subprocess.py(") ||
                          name.find("/subprocess.py(") != std::string_view::npos;
      if (is_its) times.push_back(chunk->range(slice));
    }
  }
  return merged(std::move(times));
}

/// When no process that the one of a thread started was sampled.
std::vector<TimeRange> times_without_sampled(const FindingFacts& facts, std::uint32_t thread) {
  const HostTime& time = *facts.host_time;
  const std::string_view process = facts.trace.text(time.threads.at(thread).process);
  const ProcessParents parents(facts.trace);
  std::vector<TimeRange> lives;
  for (std::uint32_t i = 0; i < time.threads.size(); ++i) {
    if (parents.descends(facts.trace.text(time.threads[i].process), process))
      lives.push_back(states_of(facts, i).bounds);
  }
  std::ranges::sort(lives, {}, &TimeRange::begin_ns);
  return left_out(merged(std::move(lives)));
}

/// When a thread waits for programs that it started, and that were not sampled: for their end or,
/// in subprocess, for what they write.
std::vector<TimeRange> waits_for_programs(const FindingFacts& facts, std::uint32_t thread) {
  const Track* const states = sampled_thread(facts.trace, states_of(facts, thread)).states;
  if (states == nullptr) return {};
  std::vector<TimeRange> ends, channels;
  for (const auto& chunk : states->chunks) {
    count_work(Work::Events, chunk->size());
    for (std::uint32_t i = 0; i < chunk->size(); ++i) {
      const std::uint32_t slice = chunk->in_time_order(i);
      const ThreadState state = parse_thread_state(facts.trace.text(chunk->name[slice]));
      if (waits_for_end(state)) ends.push_back(chunk->range(slice));
      if (host_state_of(state) == HostState::Channel) channels.push_back(chunk->range(slice));
    }
  }
  const std::vector<TimeRange> reads =
      common_parts(merged(std::move(channels)), times_in_subprocess(facts, thread));
  ends.insert(ends.end(), reads.begin(), reads.end());
  std::ranges::sort(ends, {}, &TimeRange::begin_ns);
  return common_parts(common_parts(merged(std::move(ends)), {&facts.judged.range, 1}),
                      times_without_sampled(facts, thread));
}

/// Programs that end too soon to be sampled are waited for all the same. `seen_ns`: how long it
/// waits for those that were, which is not long on its own.
bool judge_unseen_programs(const FindingFacts& facts, std::uint32_t thread, Ns seen_ns,
                           RuleAnswer& answer) {
  const HostTime& time = *facts.host_time;
  const Ns unseen_ns = total_length(waits_for_programs(facts, thread));
  if (unseen_ns < seen_ns) return false;
  const Ns waited_ns = saturating_add(unseen_ns, seen_ns);
  const double pct = share_pct(waited_ns, time.threads.at(thread).sampled_ns);
  const HostWait* const wait = longest_wait(time, thread, [&](const HostWait& one) {
    return is_for_end(facts, one) || host_state_of(facts.trace, one) == HostState::Channel;
  });
  if (wait == nullptr || pct < facts.limits().sampled_wait_pct) return false;
  Finding& finding = add_wait_for_workers(facts, thread, waited_ns, true, answer);
  finding.say(
      "Chiefly in ", wait->state,
      fmt::format(": {} in {} waits, at most {} in one stretch", format_duration(wait->total_ns),
                  format_count(static_cast<std::int64_t>(wait->count)),
                  format_duration(wait->longest_ns)),
      wait->longest);
  place_wait(facts, *wait, finding);
  finding.fix = workers_fix(facts, WorkerKind::Program, {});
  return true;
}

}  // namespace

bool judge_worker_processes(const FindingFacts& facts, std::uint32_t thread, RuleAnswer& answer) {
  LANESCOPE_CHECK(facts.host_time != nullptr, "waits for processes are judged by samples");
  const HostTime& time = *facts.host_time;
  const HostThreadTime& row = time.threads.at(thread);
  const std::vector<TimeRange> judged{facts.judged.range};
  const std::vector<TimeRange> waits =
      common_parts(waits_for_others(facts.trace, states_of(facts, thread)), judged);
  const std::vector<WorkerTime> workers = workers_during(facts.trace, time, row.process, waits);
  const WorkersTogether together = workers_together(workers);
  const double pct = share_pct(together.any_ns, row.sampled_ns);
  if (pct < facts.limits().sampled_wait_pct)
    return judge_unseen_programs(facts, thread, together.any_ns, answer);
  const HostWait* const wait = longest_wait(time, thread, [&](const HostWait& one) {
    return waits_for_other(parse_thread_state(facts.trace.text(one.state)));
  });
  const StringId at =
      wait == nullptr ? StringId::Empty : slice_name(facts.trace, code_of_wait(facts.trace, *wait));
  const WorkerKind kind = worker_kind(facts, row.process, workers, at);
  const bool programs = kind == WorkerKind::Program;
  Finding& finding = add_wait_for_workers(facts, thread, together.any_ns, programs, answer);
  say_workers(facts, workers, "Meanwhile", finding);
  say_loader_batches(facts, row.process, finding);
  if (programs && wait != nullptr) place_wait(facts, *wait, finding);
  if (!programs) finding.where = place_of_workers(workers);
  finding.fix = workers_fix(facts, kind, workers);
  if (kind == WorkerKind::Pool)
    judge_balance(facts, workers, together, subject_words(facts, thread), finding);
  note_workers_without_cpu(facts, workers, pct, answer);
  return true;
}

}  // namespace lanescope
