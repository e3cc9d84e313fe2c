// The rule about programs without GPU work, judged by samples of their threads.
#include <algorithm>
#include <array>

#include <fmt/format.h>

#include "core/analysis/findings/rules.h"
#include "core/analysis/host/site.h"
#include "core/analysis/host_time/host_states.h"
#include "core/analysis/host_time/sampling.h"

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
    for (std::size_t s = 0; s < kHostStates; ++s) {
      if (!kWords[s].title.empty()) judge_wait(static_cast<HostState>(s), answer);
    }
    judge_python(answer);
  }

 private:
  [[nodiscard]] const HostThreadTime& row() const { return time_.threads[thread_]; }
  [[nodiscard]] double pct(Ns part_ns) const { return share_pct(part_ns, row().sampled_ns); }

  void judge_wait(HostState state, RuleAnswer& answer) const {
    const Ns waited_ns = states_[static_cast<std::size_t>(state)];
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
    if (state == HostState::Gil) name_holder(finding);
    if (state == HostState::Runnable) count_contenders(finding);
    finding.fix = words.fix;
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

  /// The thread of the process that holds the GIL the most, and what it ran during the longest
  /// wait.
  void name_holder(Finding& finding) const {
    const HostThreadTime* holder = nullptr;
    for (const HostThreadTime& thread : time_.threads) {
      if (&thread == &row() || thread.process != row().process || thread.gil_held_ns <= 0) continue;
      if (holder == nullptr || thread.gil_held_ns > holder->gil_held_ns) holder = &thread;
    }
    const HostWait* const wait = longest_wait(HostState::Gil);
    if (holder == nullptr || wait == nullptr) return;
    const StringId name = holder->name != StringId::Empty ? holder->name : holder->thread;
    finding.say("Thread ", name,
                fmt::format(" holds the GIL for {}", format_duration(holder->gil_held_ns)));
    place(finding, code_during_wait(facts_.trace, *wait, holder->track),
          "During the longest wait, that thread is at ");
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
  }

  /// Time with the GIL held is that of Python code: native code that computes for long releases it.
  void judge_python(RuleAnswer& answer) const {
    const auto hot = std::ranges::max_element(time_.functions, {}, &SampledCode::self_held_ns);
    if (hot == time_.functions.end()) return;
    const double share = pct(hot->self_held_ns);
    if (share < facts_.limits().hot_python_pct) return;
    Finding& finding = answer.add();
    finding.title = "Most time is spent in one Python function";
    finding.high_pct = std::min(100.0, share);
    finding.confidence = Confidence::Medium;
    finding.say("", hot->name,
                fmt::format(" itself runs for {} with the GIL held ({} of the time)",
                            format_duration(hot->self_held_ns), format_pct(finding.high_pct)),
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
  // With GPU work, what matters is what the GPU waits for.
  if (facts.has_gpu() || facts.host_time == nullptr) return;
  const auto thread = leading_host_thread(facts.trace, *facts.host_time);
  if (!thread) return;
  const Ns sampled_ns = facts.host_time->threads[*thread].sampled_ns;
  if (sampled_ns / sampling_period_ns(facts.trace) < facts.limits().least_samples)
    return answer.cannot_judge("the main thread has too few samples");
  SampledProgram(facts, *thread).judge(answer);
}

}  // namespace lanescope
