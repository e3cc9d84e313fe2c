// The rule about samples: without GPU work, what the threads of a program do; with GPU work, see
// sampled_idle.
#include <algorithm>
#include <array>
#include <vector>

#include <fmt/format.h>

#include "core/analysis/events/interval_union.h"
#include "core/analysis/findings/rules.h"
#include "core/analysis/findings/sampled_idle.h"
#include "core/analysis/findings/waiting_threads.h"
#include "core/analysis/findings/worker_words.h"
#include "core/analysis/host/site.h"
#include "core/analysis/host_time/host_states.h"
#include "core/analysis/host_time/sampling.h"

namespace lanescope {
namespace {

struct WaitWords {
  std::string_view title, fix;
  /// The title where other threads wait like this, and the main thread for them; empty if that is
  /// no finding.
  std::string_view of_threads = {};
  /// Threads wait like this for others that work, which is as it should be.
  bool for_others = false;
};

/// In the order of HostState; without a title it is no finding.
constexpr std::array<WaitWords, kHostStates> kWords{{
    {},
    {"The main thread waits for a CPU",
     "Run fewer threads (torch.set_num_threads, OMP_NUM_THREADS, DataLoader workers), or give the "
     "program more CPUs.",
     "Threads wait for a CPU"},
    {"The main thread waits for the GIL",
     "Move the other thread's work to processes (multiprocessing, DataLoader workers), or to "
     "native "
     "code that releases the GIL.",
     "Threads wait for the GIL"},
    {"The main thread waits for a lock",
     "Hold the lock for less time, or give the threads work that does not need it.",
     "Threads wait for a lock", true},
    {"The main thread waits for the disk",
     "Read ahead on another thread, read fewer and larger blocks, or keep the data in memory or on "
     "a faster disk.",
     "Threads wait for the disk"},
    {"The main thread waits for a pipe or socket",
     "Prefetch on another thread, or make the other side answer faster.", "", true},
    {"The main thread sleeps",
     "Wait for the event itself (a queue, a condition, a future) instead of polling with sleep()."},
    {"The main thread waits for page faults",
     "Read mapped files ahead (madvise, or a first pass), and leave enough memory free for them."},
    {},  // an idle event loop has nothing to do: nothing to fix
    {},
}};

/// For another thread to end, or for what it puts into a queue or sets. What that thread does is
/// the cause, so that this is worth to know at most.
constexpr WaitWords kForThreads{
    "The main thread waits for other threads",
    "Look at what those threads do, or give the main thread work meanwhile."};

double share_pct(Ns part_ns, Ns whole_ns) {
  return whole_ns <= 0 ? 0 : 100 * static_cast<double>(part_ns) / static_cast<double>(whole_ns);
}

class SampledProgram {
 public:
  SampledProgram(const FindingFacts& facts, std::uint32_t thread)
      : facts_(facts),
        time_(*facts.host_time),
        thread_(thread),
        states_(host_states(facts.trace, time_, thread)) {
    for (const HostWait& wait : time_.waits) {
      if (wait.thread == thread && wait.for_thread)
        awaited_ns_ = saturating_add(awaited_ns_, wait.total_ns);
    }
    Ns& lock_ns = states_[static_cast<std::size_t>(HostState::Lock)];
    lock_ns = saturating_sub(lock_ns, awaited_ns_);
  }

  void judge(RuleAnswer& answer) const {
    const bool workers = judge_workers(answer);
    for (std::size_t s = 0; s < kHostStates; ++s) {
      if (kWords[s].title.empty() || (workers && kWords[s].for_others)) continue;
      judge_wait(static_cast<HostState>(s), answer);
    }
    const bool awaits = !workers && is_long(awaited_ns_);
    const HostThreadTime* const of_threads = awaits ? judge_threads(answer) : nullptr;
    judge_python(of_threads != nullptr ? of_threads : named_holder(), answer);
    if (awaits && answer.found().empty()) note_awaited(answer);
  }

 private:
  [[nodiscard]] const HostThreadTime& row() const { return time_.threads[thread_]; }
  [[nodiscard]] double pct(Ns part_ns) const { return share_pct(part_ns, row().sampled_ns); }

  [[nodiscard]] bool is_long(Ns part_ns) const {
    return pct(part_ns) >= facts_.limits().sampled_wait_pct;
  }

  [[nodiscard]] Ns state_ns(HostState state) const {
    return states_[static_cast<std::size_t>(state)];
  }

  /// Whether the thread waits for processes that it started, which is then a finding.
  bool judge_workers(RuleAnswer& answer) const {
    const auto track = std::ranges::find(facts_.trace.tracks, row().track, &Track::id);
    if (track == facts_.trace.tracks.end()) return false;
    const std::vector<TimeRange> judged{facts_.judged.range};
    const std::vector<TimeRange> waits =
        common_parts(waits_for_others(facts_.trace, *track), judged);
    const std::vector<WorkerTime> workers =
        workers_during(facts_.trace, time_, row().process, waits);
    const Ns waited_ns = covered_by_workers(facts_.trace, workers, waits);
    if (!is_long(waited_ns)) return false;
    Finding& finding = answer.add();
    finding.title = "The main thread waits for worker processes";
    finding.high_pct = std::min(100.0, pct(waited_ns));
    finding.confidence = Confidence::Medium;
    finding.say(fmt::format("It waits for {} of its {} sampled ({}) while workers run or wait",
                            format_duration(waited_ns), format_duration(row().sampled_ns),
                            format_pct(finding.high_pct)));
    say_workers(facts_, workers, "Meanwhile", finding);
    say_loader_batches(facts_, row().process, finding);
    finding.where = place_of_workers(workers);
    finding.fix = workers_fix(facts_, workers);
    finding.confirm = "Record again: the main thread's share of waiting should drop by this much.";
    return true;
  }

  void judge_wait(HostState state, RuleAnswer& answer) const {
    if (!is_long(state_ns(state))) return;
    const HostWait* const longest = longest_wait([&](const HostWait& wait) {
      const ThreadState of = parse_thread_state(facts_.trace.text(wait.state));
      return !wait.for_thread && host_state_of(of) == state;
    });
    if (longest == nullptr) return;
    const WaitWords& words = kWords[static_cast<std::size_t>(state)];
    Finding& finding = add_wait(words, state_ns(state), *longest, answer);
    if (state == HostState::Gil) say_gil_holder(facts_, gil_holder(time_, row()), finding);
    finding.fix = words.fix;
    if (state == HostState::Runnable) say_contenders(time_, row().sampled_ns, finding);
  }

  /// Of the other threads of the process; who they say holds the GIL, else null.
  const HostThreadTime* judge_threads(RuleAnswer& answer) const {
    const HostThreadTime* holder = nullptr;
    for (std::size_t s = 0; s < kHostStates; ++s) {
      if (kWords[s].of_threads.empty()) continue;
      const ThreadWaits waits{static_cast<HostState>(s), kWords[s].of_threads, kWords[s].fix};
      const HostThreadTime* const named =
          judge_waiting_threads(facts_, thread_, awaited_ns_, waits, answer);
      if (named != nullptr) holder = named;
    }
    return holder;
  }

  void note_awaited(RuleAnswer& answer) const {
    const HostWait* const longest =
        longest_wait([](const HostWait& wait) { return wait.for_thread; });
    Finding& finding = add_wait(kForThreads, awaited_ns_, *longest, answer);
    finding.informational = true;
    finding.fix = kForThreads.fix;
  }

  /// Without a fix, which the evidence may change.
  Finding& add_wait(const WaitWords& words, Ns waited_ns, const HostWait& longest,
                    RuleAnswer& answer) const {
    Finding& finding = answer.add();
    finding.title = words.title;
    finding.high_pct = std::min(100.0, pct(waited_ns));
    finding.informational = words.for_others && others_ran_ns() >= waited_ns;
    finding.confidence = words.for_others ? Confidence::Low : Confidence::Medium;
    finding.say(fmt::format("{} of its {} sampled ({})", format_duration(waited_ns),
                            format_duration(row().sampled_ns), format_pct(pct(waited_ns))));
    say_wait(finding, longest);
    place_wait(facts_, longest, finding);
    finding.confirm = "Record again: its share of waiting should drop by this much.";
    return finding;
  }

  void say_wait(Finding& finding, const HostWait& wait) const {
    const std::string longest = format_duration(wait.longest_ns);
    if (parse_thread_state(facts_.trace.text(wait.state)).waits_for_cpu()) {
      finding.say(fmt::format("At most {} in one stretch", longest), wait.longest);
      return;
    }
    finding.say(
        "Chiefly in ", wait.state,
        fmt::format(": {}, at most {} in one stretch", format_duration(wait.total_ns), longest),
        wait.longest);
  }

  /// The kind of wait with the most time of those that `is`; waits are in that order.
  template <typename Is>
  [[nodiscard]] const HostWait* longest_wait(const Is& is) const {
    const auto at = std::ranges::find_if(
        time_.waits, [&](const HostWait& wait) { return wait.thread == thread_ && is(wait); });
    return at == time_.waits.end() ? nullptr : &*at;
  }

  [[nodiscard]] Ns others_ran_ns() const {
    Ns sum_ns = 0;
    for (const HostThreadTime& thread : time_.threads)
      sum_ns = saturating_add(sum_ns, &thread == &row() ? 0 : thread.running_ns);
    return sum_ns;
  }

  [[nodiscard]] const HostThreadTime& thread_of(const SampledCode& code) const {
    return time_.threads[code.top_thread];
  }
  /// Who a finding about the thread itself says to hold the GIL; null if there is none.
  [[nodiscard]] const HostThreadTime* named_holder() const {
    return is_long(state_ns(HostState::Gil)) ? gil_holder(time_, row()).thread : nullptr;
  }

  /// What a faster function could save. Of the thread, at most the share of its time that the
  /// function itself runs with the GIL held: that is Python code, as native code that computes for
  /// long releases it. Of another thread of the process, at most what this one waits for locks or
  /// threads. 0 if it is too little, or if a finding has named the thread as the GIL's holder.
  [[nodiscard]] double python_pct(const SampledCode& code, const HostThreadTime* named) const {
    if (code.top_thread_held_ns <= 0) return 0;
    const HostThreadTime& thread = thread_of(code);
    const double share = std::min(100.0, share_pct(code.top_thread_held_ns, thread.sampled_ns));
    if (share < facts_.limits().hot_python_pct) return 0;
    if (&thread == &row()) return share;
    const Ns wait_ns = saturating_add(state_ns(HostState::Lock), awaited_ns_);
    const bool counts = thread.process == row().process && &thread != named;
    return counts && is_long(wait_ns) ? std::min(share, pct(wait_ns)) : 0;
  }

  void judge_python(const HostThreadTime* named, RuleAnswer& answer) const {
    const auto hot = std::ranges::max_element(
        time_.functions, {}, [&](const SampledCode& code) { return python_pct(code, named); });
    if (hot == time_.functions.end() || python_pct(*hot, named) <= 0) return;
    const HostThreadTime& thread = thread_of(*hot);
    const bool is_main = &thread == &row();
    Finding& finding = answer.add();
    finding.title = is_main ? "Most time is spent in one Python function"
                            : "The main thread waits for a Python function of another thread";
    finding.high_pct = python_pct(*hot, named);
    finding.confidence = Confidence::Medium;
    finding.say("", hot->name,
                fmt::format(" itself runs for {} with the GIL held ({} of the time of {})",
                            format_duration(hot->top_thread_held_ns),
                            format_pct(share_pct(hot->top_thread_held_ns, thread.sampled_ns)),
                            is_main ? "the main thread" : "its thread"),
                hot->longest);
    finding.where = {hot->name, StringId::Empty, hot->longest};
    if (hot->top_line != StringId::Empty)
      finding.say("Most of it is at ", hot->top_line, "", hot->top_line_event);
    finding.fix =
        "Replace the loop by a vectorized NumPy or PyTorch operation, move it to native code, or "
        "spread it over processes (multiprocessing, DataLoader workers).";
    finding.confirm = "Record again: the function's share should drop.";
  }

  const FindingFacts& facts_;
  const HostTime& time_;
  std::uint32_t thread_;
  std::array<Ns, kHostStates> states_;  // a lock's without awaited_ns_
  Ns awaited_ns_ = 0;                   // waits for other threads
};

}  // namespace

void judge_sampled_host(const FindingFacts& facts, RuleAnswer& answer) {
  if (facts.has_gpu()) return judge_sampled_idle(facts, answer);
  if (facts.host_time == nullptr) return;
  const auto thread = leading_host_thread(facts.trace, *facts.host_time);
  if (!thread) return;
  const Ns sampled_ns = facts.host_time->threads[*thread].sampled_ns;
  if (sampled_ns / sampling_period_ns(facts.trace) < facts.limits().least_samples)
    return answer.cannot_judge("the main thread has too few samples");
  SampledProgram(facts, *thread).judge(answer);
}

}  // namespace lanescope
