#include "core/analysis/findings/hot_function.h"

#include <algorithm>

#include <fmt/format.h>

#include "core/analysis/findings/share.h"
#include "core/analysis/findings/thread_evidence.h"
#include "core/analysis/host/sampled_threads.h"
#include "core/analysis/host_time/sampling.h"
#include "core/base/check.h"

namespace lanescope {
namespace {

constexpr std::string_view kFix =
    "Replace the loop by a vectorized NumPy or PyTorch operation, move it to native code, or "
    "spread it over processes (multiprocessing, DataLoader workers).";
/// Where nobody knows whether it ran.
constexpr std::string_view kFixIfItRuns =
    "Record again with --native on, which tells whether the function runs or other programs have "
    "the CPUs. If it runs: replace the loop by a vectorized NumPy or PyTorch operation, move it to "
    "native code, or spread it over processes (multiprocessing, DataLoader workers).";

class HotFunction {
 public:
  HotFunction(const FindingFacts& facts, const HotFunctionCase& of)
      : facts_(facts), time_(*facts.host_time), of_(of), main_(time_.threads.at(of.main)) {}

  /// What a faster function could save. Of the thread, at most the share of its time that the
  /// function itself runs with the GIL: that is Python code, as native code that computes for long
  /// releases it. What it waits for a CPU is for others to save, and does not hide what is most of
  /// the rest. Of another thread of the process, at most what this one waits for locks or
  /// threads, or has nothing to do. 0 if it is too little, or if another finding has told it.
  [[nodiscard]] double pct(const SampledCode& code) const {
    const Ns ran_ns = code.top_thread_held_running_ns;
    if (ran_ns <= 0 || is_told(code)) return 0;
    const HostThreadTime& thread = time_.threads.at(code.top_thread);
    const double share = share_pct(ran_ns, thread.sampled_ns);
    const Ns with_cpu_ns = saturating_sub(thread.sampled_ns, thread.runnable_ns);
    if (share_pct(ran_ns, with_cpu_ns) < facts_.limits().hot_python_pct) return 0;
    if (&thread == &main_) return share;
    const double awaited = share_pct(of_.awaited_ns, main_.sampled_ns);
    if (thread.process != main_.process || &thread == of_.named) return 0;
    // Of the longer time: a thread that ends soon costs the main thread little.
    const Ns longer_ns = std::max(thread.sampled_ns, main_.sampled_ns);
    const double of_longer = share_pct(ran_ns, saturating_sub(longer_ns, thread.runnable_ns));
    if (std::min(awaited, of_longer) < facts_.limits().sampled_wait_pct) return 0;
    return std::min(share_pct(ran_ns, longer_ns), awaited);
  }

  [[nodiscard]] bool is_told(const SampledCode& code) const {
    // What another thread runs in the same function is not told.
    return code.top_thread == of_.main && std::ranges::find(of_.told, code.name) != of_.told.end();
  }

  void add(const SampledCode& hot, RuleAnswer& answer) const {
    const bool is_main = &time_.threads.at(hot.top_thread) == &main_;
    const bool switched = has_thread_switches(facts_.trace);
    Finding& finding = answer.add();
    finding.title = is_main    ? std::string(title_of(hot))
                    : of_.idle ? "Another thread spends most of its time in one Python function"
                               : subject_words(facts_, of_.main) +
                                     " waits for a Python function of another thread";
    finding.high_pct = pct(hot);
    finding.confidence = switched ? Confidence::Medium : Confidence::Low;
    say_time(hot, is_main, switched, finding);
    finding.where = {hot.name, StringId::Empty, hot.longest};
    if (hot.top_line != StringId::Empty)
      finding.say("Most of it is at ", hot.top_line, "", hot.top_line_event);
    if (is_main && of_.in_loop)
      finding.say(
          "It runs in a callback of an event loop: other tasks of the loop, if it has any, wait "
          "meanwhile");
    finding.fix = switched ? kFix : kFixIfItRuns;
    finding.confirm = "Record again: the function's share should drop.";
  }

 private:
  /// Where the thread waits for a CPU for much of its time, it is no longer most of all time.
  [[nodiscard]] std::string_view title_of(const SampledCode& hot) const {
    const HostThreadTime& thread = time_.threads.at(hot.top_thread);
    return thread.runnable_ns > thread.sampled_ns / 10
               ? "Most CPU time is spent in one Python function"
               : "Most time is spent in one Python function";
  }

  void say_time(const SampledCode& hot, bool is_main, bool switched, Finding& finding) const {
    const Ns ran_ns = hot.top_thread_held_running_ns;
    // Of all threads, so that it may be more.
    const Ns waited_ns = saturating_sub(hot.self_held_ns, hot.self_held_running_ns);
    const bool waited = switched && waited_ns > hot.self_held_ns / 10;
    const HostThreadTime& thread = time_.threads.at(hot.top_thread);
    finding.say("", hot.name,
                fmt::format(" itself {} for {} with the GIL held ({} of the time of {})",
                            switched ? "runs" : "runs or waits for a CPU", format_duration(ran_ns),
                            format_pct(share_pct(ran_ns, thread.sampled_ns)),
                            is_main ? thread_words(facts_, of_.main) : "its thread"),
                hot.longest);
    const AnalysisWindow window = range_window(facts_.judged.range);
    const std::string cover = cover_words(sample_cover(facts_.trace, window, thread.track));
    if (!cover.empty()) finding.say(cover);
    if (!switched)
      finding.say("How much of this is CPU time is unknown: context switches were not recorded");
    if (waited)
      finding.say(fmt::format(
          "It also waits for a CPU there for {}, which a faster function would not save for sure: "
          "other threads or programs have the CPUs",
          format_duration(waited_ns)));
  }

  const FindingFacts& facts_;
  const HostTime& time_;
  const HotFunctionCase& of_;
  const HostThreadTime& main_;
};

}  // namespace

bool judge_hot_function(const FindingFacts& facts, const HotFunctionCase& of, RuleAnswer& answer) {
  LANESCOPE_CHECK(facts.host_time != nullptr, "functions are judged by samples");
  const HotFunction judged(facts, of);
  const auto& functions = facts.host_time->functions;
  const auto hot = std::ranges::max_element(
      functions, {}, [&](const SampledCode& code) { return judged.pct(code); });
  if (hot == functions.end() || judged.pct(*hot) <= 0) return false;
  judged.add(*hot, answer);
  return hot->top_thread != of.main;
}

}  // namespace lanescope
