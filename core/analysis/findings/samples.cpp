// The rule about samples: without GPU work, what the threads of a program do; with GPU work, see
// sampled_idle.
#include <algorithm>
#include <array>
#include <vector>

#include <fmt/format.h>

#include "core/analysis/events/interval_union.h"
#include "core/analysis/findings/rules.h"
#include "core/analysis/findings/sampled_idle.h"
#include "core/analysis/findings/worker_words.h"
#include "core/analysis/host/site.h"
#include "core/analysis/host_time/host_states.h"
#include "core/analysis/host_time/sampling.h"
#include "core/analysis/idle/sampled_activity.h"

namespace lanescope {
namespace {

struct WaitWords {
  std::string_view title, fix;
  /// Threads wait like this for others that work, which is as it should be.
  bool for_others = false;
};

/// In the order of HostState; without a title it is no finding.
constexpr std::array<WaitWords, kHostStates> kWords{{
    {},
    {"The main thread waits for a CPU",
     "Run fewer threads (torch.set_num_threads, OMP_NUM_THREADS, DataLoader workers), or give the "
     "program more CPUs."},
    {"The main thread waits for the GIL",
     "Move the other thread's work to processes (multiprocessing, DataLoader workers), or to "
     "native "
     "code that releases the GIL."},
    {"The main thread waits for a lock",
     "Hold the lock for less time, or give the threads work that does not need it.", true},
    {"The main thread waits for files",
     "Read ahead on another thread, read fewer and larger blocks, or keep the data in memory or on "
     "a faster disk."},
    {"The main thread waits for a pipe or socket",
     "Prefetch on another thread, or make the other side answer faster.", true},
    {"The main thread sleeps",
     "Wait for the event itself (a queue, a condition, a future) instead of polling with sleep()."},
    {"The main thread waits for page faults",
     "Read mapped files ahead (madvise, or a first pass), and leave enough memory free for them."},
    {},
}};

double share_pct(Ns part_ns, Ns whole_ns) {
  return whole_ns <= 0 ? 0 : 100 * static_cast<double>(part_ns) / static_cast<double>(whole_ns);
}

class SampledProgram {
 public:
  SampledProgram(const FindingFacts& facts, std::uint32_t thread)
      : facts_(facts),
        time_(*facts.host_time),
        thread_(thread),
        states_(host_states(facts.trace, time_, thread)) {}

  void judge(RuleAnswer& answer) const {
    const bool workers = judge_workers(answer);
    for (std::size_t s = 0; s < kHostStates; ++s) {
      if (kWords[s].title.empty() || (workers && kWords[s].for_others)) continue;
      judge_wait(static_cast<HostState>(s), answer);
    }
    judge_python(answer);
  }

 private:
  [[nodiscard]] const HostThreadTime& row() const { return time_.threads[thread_]; }
  [[nodiscard]] double pct(Ns part_ns) const { return share_pct(part_ns, row().sampled_ns); }

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
    if (pct(waited_ns) < facts_.limits().sampled_wait_pct) return false;
    Finding& finding = answer.add();
    finding.title = "The main thread waits for worker processes";
    finding.high_pct = std::min(100.0, pct(waited_ns));
    finding.confidence = Confidence::Medium;
    finding.say(
        fmt::format("It waits for {} of its {} sampled ({}) while workers run or are blocked",
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
    const Ns waited_ns = state_ns(state);
    if (pct(waited_ns) < facts_.limits().sampled_wait_pct) return;
    const HostWait* const longest = longest_wait(state);
    if (longest == nullptr) return;
    const WaitWords& words = kWords[static_cast<std::size_t>(state)];
    Finding& finding = answer.add();
    finding.title = words.title;
    finding.high_pct = std::min(100.0, pct(waited_ns));
    finding.informational = words.for_others && others_ran_ns() >= waited_ns;
    finding.confidence = words.for_others ? Confidence::Low : Confidence::Medium;
    finding.say(fmt::format("{} of its {} sampled ({})", format_duration(waited_ns),
                            format_duration(row().sampled_ns), format_pct(pct(waited_ns))));
    say_wait(finding, state, *longest);
    place(finding, code_of_wait(facts_.trace, *longest), "The longest wait is at ");
    name_caller(finding, *longest);
    if (state == HostState::Gil) name_holder(finding);
    finding.fix = words.fix;
    if (state == HostState::Runnable) count_contenders(finding);
    finding.confirm = "Record again: its share of waiting should drop by this much.";
  }

  static void say_wait(Finding& finding, HostState state, const HostWait& wait) {
    const std::string longest = format_duration(wait.longest_ns);
    if (state == HostState::Runnable) {
      finding.say(fmt::format("At most {} in one stretch", longest), wait.longest);
      return;
    }
    finding.say(
        "Chiefly in ", wait.state,
        fmt::format(": {}, at most {} in one stretch", format_duration(wait.total_ns), longest),
        wait.longest);
  }

  /// The kind of wait with the most time of a class; waits are in that order.
  [[nodiscard]] const HostWait* longest_wait(HostState state) const {
    const auto at = std::ranges::find_if(time_.waits, [&](const HostWait& wait) {
      return wait.thread == thread_ &&
             host_state_of(parse_thread_state(facts_.trace.text(wait.state))) == state;
    });
    return at == time_.waits.end() ? nullptr : &*at;
  }

  [[nodiscard]] Ns others_ran_ns() const {
    Ns sum_ns = 0;
    for (const HostThreadTime& thread : time_.threads)
      sum_ns = saturating_add(sum_ns, &thread == &row() ? 0 : thread.running_ns);
    return sum_ns;
  }

  void place(Finding& finding, EventId code, std::string_view words) const {
    if (code == EventId::None) return;
    const StringId name = slice_name(facts_.trace, code);
    finding.say(std::string(words), name, "", code);
    finding.where = {name, StringId::Empty, code};
  }

  /// Where the line is in a library, as that of queue.get() is, the program's function above it.
  void name_caller(Finding& finding, const HostWait& wait) const {
    const auto home = facts_.trace.find_slice(wait.longest);
    if (!home || facts_.activities == nullptr) return;
    const SampledActivity activity(facts_.trace, *facts_.activities, *home->track);
    const Ns middle_ns =
        home->chunk->start_ns[home->slice] + home->chunk->range(home->slice).length_ns() / 2;
    activity.visit({middle_ns, middle_ns + 1}, [&](TimeRange, const SampledSegment& seen) {
      if (seen.source != seen.function) place(finding, seen.source, "It is called from ");
    });
  }

  /// The other thread of the process that holds the GIL the most; null if there is none.
  [[nodiscard]] const HostThreadTime* gil_holder() const {
    const HostThreadTime* holder = nullptr;
    for (const HostThreadTime& thread : time_.threads) {
      if (&thread == &row() || thread.process != row().process || thread.gil_held_ns <= 0) continue;
      if (holder == nullptr || thread.gil_held_ns > holder->gil_held_ns) holder = &thread;
    }
    return holder;
  }

  /// The holder, and where in its code it is.
  void name_holder(Finding& finding) const {
    const HostThreadTime* const holder = gil_holder();
    if (holder == nullptr) return;
    // Threads without a name of their own are "thread 4711".
    const bool named = holder->name != StringId::Empty;
    finding.say(named ? "The GIL is held by " : "The GIL is held by thread ",
                named ? holder->name : holder->thread,
                fmt::format(" for {}", format_duration(holder->gil_held_ns)));
    const SampledCode* const code = code_with_gil(*holder);
    if (code != nullptr) place(finding, code->top_line_event, "That thread is mostly at ");
  }

  /// The function in which a thread itself held the GIL for longest; null if there is none.
  [[nodiscard]] const SampledCode* code_with_gil(const HostThreadTime& thread) const {
    const SampledCode* most = nullptr;
    for (const SampledCode& code : time_.functions) {
      if (code.top_thread_held_ns <= 0 || &thread_of(code) != &thread) continue;
      if (most == nullptr || code.top_thread_held_ns > most->top_thread_held_ns) most = &code;
    }
    return most;
  }

  [[nodiscard]] const HostThreadTime& thread_of(const SampledCode& code) const {
    return time_.threads[code.top_thread];
  }
  [[nodiscard]] bool names_holder(const HostThreadTime& thread) const {
    return &thread == gil_holder() &&
           pct(state_ns(HostState::Gil)) >= facts_.limits().sampled_wait_pct;
  }

  /// What a faster function could save. Of the thread, at most the share of its time that the
  /// function itself runs with the GIL held: that is Python code, as native code that computes for
  /// long releases it. Of another thread of the process, at most what this one waits for locks. 0
  /// if it is too little, or a wait names it.
  [[nodiscard]] double python_pct(const SampledCode& code) const {
    if (code.top_thread_held_ns <= 0) return 0;
    const HostThreadTime& thread = thread_of(code);
    const double share = std::min(100.0, share_pct(code.top_thread_held_ns, thread.sampled_ns));
    if (share < facts_.limits().hot_python_pct) return 0;
    if (&thread == &row()) return share;
    const double wait = pct(state_ns(HostState::Lock));
    const bool counts = thread.process == row().process && !names_holder(thread);
    return counts && wait >= facts_.limits().sampled_wait_pct ? std::min(share, wait) : 0;
  }

  /// How many threads wanted a CPU at a time, and how many had one, on average over the time of the
  /// main thread.
  void count_contenders(Finding& finding) const {
    Ns ran_ns = 0, wanted_ns = 0;
    for (const HostThreadTime& thread : time_.threads) {
      ran_ns = saturating_add(ran_ns, thread.running_ns);
      wanted_ns = saturating_add(wanted_ns, saturating_add(thread.running_ns, thread.runnable_ns));
    }
    const auto span_ns = static_cast<double>(row().sampled_ns);
    finding.say(
        fmt::format("On average, {:.1f} of {} sampled threads were ready to run, and {:.1f} "
                    "had a CPU",
                    static_cast<double>(wanted_ns) / span_ns, time_.threads.size(),
                    static_cast<double>(ran_ns) / span_ns));
    // One thread at a time has every machine: then others have taken it.
    constexpr double kOneThread = 1.05;
    if (static_cast<double>(wanted_ns) > kOneThread * span_ns) return;
    finding.informational = true;
    finding.fix =
        "Other processes used the CPUs: record again on a quiet machine, or keep them off these "
        "CPUs (taskset, the CPU limit of the container).";
  }

  void judge_python(RuleAnswer& answer) const {
    const auto hot = std::ranges::max_element(
        time_.functions, {}, [&](const SampledCode& code) { return python_pct(code); });
    if (hot == time_.functions.end() || python_pct(*hot) <= 0) return;
    const HostThreadTime& thread = thread_of(*hot);
    const bool is_main = &thread == &row();
    Finding& finding = answer.add();
    finding.title = is_main ? "Most time is spent in one Python function"
                            : "The main thread waits for a Python function of another thread";
    finding.high_pct = python_pct(*hot);
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
  std::array<Ns, kHostStates> states_;
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
