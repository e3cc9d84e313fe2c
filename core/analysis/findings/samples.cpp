// The rule about samples: without GPU work, what the threads of a program do; with GPU work, see
// sampled_idle.
#include <algorithm>
#include <array>
#include <optional>
#include <vector>

#include <fmt/format.h>

#include "core/analysis/events/interval_union.h"
#include "core/analysis/findings/collector.h"
#include "core/analysis/findings/event_loop.h"
#include "core/analysis/findings/holders.h"
#include "core/analysis/findings/hot_function.h"
#include "core/analysis/findings/native_code.h"
#include "core/analysis/findings/processes/worker_processes.h"
#include "core/analysis/findings/rules.h"
#include "core/analysis/findings/sampled_idle.h"
#include "core/analysis/findings/share.h"
#include "core/analysis/findings/thread_evidence.h"
#include "core/analysis/findings/waiting_threads.h"
#include "core/analysis/findings/worker_threads.h"
#include "core/analysis/host_time/host_states.h"
#include "core/analysis/host_time/main_thread.h"
#include "core/analysis/host_time/sampling.h"
#include "core/analysis/idle/claims.h"

namespace lanescope {
namespace {

struct WaitWords {
  std::string_view title, fix;  // the title goes on from the thread: "The main thread"
  /// The title where other threads wait like this, and the main thread for them; empty if that is
  /// no finding.
  std::string_view of_threads = {};
  /// Threads wait like this for others that work, which is as it should be.
  bool for_others = false;
};

/// In the order of HostState; without a title it is no finding.
constexpr std::array<WaitWords, kHostStates> kWords{{
    {},
    {"waits for a CPU", kFixForCpus, "Threads wait for a CPU"},
    {"waits for the GIL",
     "Move the other thread's work to processes (multiprocessing, DataLoader workers), or to "
     "native code that releases the GIL.",
     "Threads wait for the GIL"},
    {"waits for a lock",
     "Hold the lock for less time, or give the threads work that does not need it.",
     "Threads wait for a lock", true},
    {"waits for the disk",
     "Read ahead on another thread, read fewer and larger blocks, or keep the data in memory or on "
     "a faster disk.",
     "Threads wait for the disk"},
    {"waits for a pipe or socket",
     "Prefetch on another thread, or make the other side answer faster.", "", true},
    {"sleeps",
     "Wait for the event itself (a queue, a condition, a future) instead of polling with sleep()."},
    {"waits for page faults",
     "Read mapped files ahead (madvise, or a first pass), and leave enough memory free for them."},
    {},  // an idle event loop has nothing to do: nothing to fix
    {},  // see kForThreads
    {},
}};

/// For another thread to end, or for what it puts into a queue or sets. What that thread does is
/// the cause, so that this is worth to know at most.
constexpr WaitWords kForThreads{
    "waits for other threads",
    "Look at what those threads do, or give the main thread work meanwhile."};

bool works_or_could(HostState state) {
  return state == HostState::Running || state == HostState::Runnable || state == HostState::Gil ||
         state == HostState::Disk || state == HostState::PageFault;
}

std::string_view fix_for_threads(HostState state) {
  return kWords[static_cast<std::size_t>(state)].fix;
}

class SampledProgram {
 public:
  SampledProgram(const FindingFacts& facts, std::uint32_t thread)
      : facts_(facts),
        time_(*facts.host_time),
        thread_(thread),
        states_(host_states(facts.trace, time_, thread)),
        idle_(is_mostly_idle(facts.trace, time_, thread) &&
              state_ns(HostState::OtherThread) <= idle_ns(facts.trace, time_, thread) / 2),
        awaited_ns_(idle_ ? idle_ns(facts.trace, time_, thread)
                          : state_ns(HostState::OtherThread)) {}

  void judge(RuleAnswer& answer) const {
    const bool workers = judge_worker_processes(facts_, thread_, answer);
    const std::optional<LoopBlocker> blocker = judge_event_loop(facts_, thread_, answer);
    const bool in_loop = blocker && blocker->may_be_program();
    const std::size_t of_itself = answer.found().size();
    std::optional<HostState> told;  // of workers
    if (!blocker && is_long(state_ns(HostState::EventLoop)))
      told = judge_worker_threads(facts_, thread_, fix_for_threads, answer);
    const bool awaits = !workers && is_long(awaited_ns_);
    const HostThreadTime* const of_threads = awaits ? judge_threads(told, answer) : nullptr;
    const std::size_t of_threads_too = answer.found().size();
    const StringId collects = judge_collector(facts_, thread_, answer);
    const GilHolder holder = gil_holder_of_it();
    const bool hot_thread = judge_hot_function(
        facts_,
        {.main = thread_,
         .awaited_ns = saturating_add(state_ns(HostState::Lock), awaited_ns_),
         .idle = idle_,
         .in_loop = in_loop,
         .named = of_threads != nullptr ? of_threads : holder.thread,
         .told = {blocker && !in_loop ? blocker->function : StringId::Empty, collects}},
        answer);
    const bool by_threads = hot_thread || of_threads_too > of_itself;
    for (std::size_t s = 0; s < kHostStates; ++s) {
      if (kWords[s].title.empty() || (workers && kWords[s].for_others)) continue;
      const auto state = static_cast<HostState>(s);
      if (is_rest(state, by_threads) || (blocker && is_of(*blocker, state))) continue;
      judge_wait(state, holder, answer);
    }
    if (awaits && answer.found().empty() && is_long(state_ns(HostState::OtherThread)))
      note_awaited(answer);
    judge_native_code(facts_, thread_, answer);
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

  /// Whether a wait is mostly the one that blocks the event loop, and a finding already.
  [[nodiscard]] bool is_of(const LoopBlocker& blocker, HostState state) const {
    if (state == HostState::Runnable || state == HostState::Gil) return false;
    const Ns told_ns = state == HostState::Sleep ? blocker.slept_ns : blocker.waited_ns;
    return blocker.waits() && told_ns > state_ns(state) / 2;
  }

  /// Whether the thread only waits like this because other threads are the program: what those do
  /// is found, or it sleeps while they work.
  [[nodiscard]] bool is_rest(HostState state, bool by_threads) const {
    if (!idle_ || (state != HostState::Sleep && state != HostState::Channel)) return false;
    if (state == HostState::Sleep) return by_threads || others_work_while_it_sleeps();
    const HostWait* const longest = longest_wait_in(state);
    return by_threads && longest != nullptr && is_idle_wait(facts_.trace, *longest);
  }

  [[nodiscard]] bool others_work_while_it_sleeps() const {
    const auto sleeps = times_in(facts_, thread_, [](auto is) { return is == HostState::Sleep; });
    std::vector<TimeRange> worked;
    for (std::uint32_t i = 0; i < time_.threads.size(); ++i) {
      if (i == thread_ || time_.threads[i].process != row().process) continue;
      const std::vector<TimeRange> own = times_in(facts_, i, works_or_could);
      worked.insert(worked.end(), own.begin(), own.end());
    }
    std::ranges::sort(worked, {}, &TimeRange::begin_ns);
    return total_length(common_parts(merged(std::move(worked)), sleeps)) > total_length(sleeps) / 2;
  }

  void judge_wait(HostState state, const GilHolder& holder, RuleAnswer& answer) const {
    if (!is_long(state_ns(state))) return;
    const HostWait* const longest = longest_wait_in(state);
    if (longest == nullptr) return;
    const WaitWords& words = kWords[static_cast<std::size_t>(state)];
    Finding& finding = add_wait(words, state_ns(state), *longest, answer);
    if (state == HostState::Gil) say_gil_holder(facts_, holder, "While it waits, ", finding);
    finding.fix = words.fix;
    if (state == HostState::Lock) say_lock_holder(facts_, thread_, finding);
    if (state == HostState::PageFault) say_page_faults(facts_, thread_, finding);
    if (state == HostState::Runnable) say_contenders(facts_, thread_, finding);
  }

  /// Of the other threads of the process; who they say holds the GIL, else null. `told`: what is a
  /// finding about them already.
  const HostThreadTime* judge_threads(std::optional<HostState> told, RuleAnswer& answer) const {
    judge_event_loops_of_threads(facts_, thread_, awaited_ns_, answer);
    const HostThreadTime* holder = nullptr;
    for (std::size_t s = 0; s < kHostStates; ++s) {
      const auto state = static_cast<HostState>(s);
      if (kWords[s].of_threads.empty() || told == state) continue;
      const ThreadWaits waits{state, kWords[s].of_threads, kWords[s].fix};
      const HostThreadTime* const named = judge_waiting_threads(
          facts_, {.main = thread_, .awaited_ns = awaited_ns_, .idle = idle_}, waits, answer);
      if (named != nullptr) holder = named;
    }
    return holder;
  }

  void note_awaited(RuleAnswer& answer) const {
    const HostWait* const longest =
        longest_wait([](const HostWait& wait) { return wait.for_thread; });
    if (longest == nullptr) return;
    Finding& finding = add_wait(kForThreads, state_ns(HostState::OtherThread), *longest, answer);
    finding.informational = true;
    finding.fix = kForThreads.fix;
  }

  /// Without a fix, which the evidence may change.
  Finding& add_wait(const WaitWords& words, Ns waited_ns, const HostWait& longest,
                    RuleAnswer& answer) const {
    Finding& finding = answer.add();
    finding.title = fmt::format("{} {}", subject_words(facts_, thread_), words.title);
    finding.high_pct = pct(waited_ns);
    finding.informational = words.for_others && others_ran_ns() >= waited_ns;
    finding.confidence = words.for_others ? Confidence::Low : Confidence::Medium;
    finding.say(of_sampled_text(waited_ns, row().sampled_ns));
    say_wait(finding, longest);
    place_wait(facts_, longest, finding);
    finding.confirm = "Record again: its share of waiting should drop by this much.";
    return finding;
  }

  void say_wait(Finding& finding, const HostWait& wait) const {
    const std::string longest = format_duration(wait.longest_ns);
    if (wait.for_thread || parse_thread_state(facts_.trace.text(wait.state)).waits_for_cpu()) {
      finding.say(fmt::format("At most {} in one stretch", longest), wait.longest);
      return;
    }
    if (wait.inferred) {
      finding.say(fmt::format("Chiefly in {} waits too short for a sample to hit each, {} in all; "
                              "those that were hit were for the same",
                              format_count(static_cast<std::int64_t>(wait.count)),
                              format_duration(wait.total_ns)),
                  wait.longest);
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

  [[nodiscard]] const HostWait* longest_wait_in(HostState state) const {
    return longest_wait(
        [&](const HostWait& wait) { return host_state_of(facts_.trace, wait) == state; });
  }

  [[nodiscard]] Ns others_ran_ns() const {
    Ns sum_ns = 0;
    for (const HostThreadTime& thread : time_.threads)
      sum_ns = saturating_add(sum_ns, &thread == &row() ? 0 : thread.running_ns);
    return sum_ns;
  }

  /// Who holds the GIL while the thread waits for it, if it does for long.
  [[nodiscard]] GilHolder gil_holder_of_it() const {
    return is_long(state_ns(HostState::Gil)) ? gil_holder(facts_, thread_) : GilHolder{};
  }

  const FindingFacts& facts_;
  const HostTime& time_;
  std::uint32_t thread_;
  std::array<Ns, kHostStates> states_;
  /// Has nothing to do for most of its time, and does not just wait for other threads.
  bool idle_ = false;
  /// Waits for other threads; all of its idle time where that is most.
  Ns awaited_ns_ = 0;
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
