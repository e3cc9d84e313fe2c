#include "core/analysis/findings/native_code.h"

#include <algorithm>
#include <array>
#include <map>
#include <optional>
#include <string_view>
#include <utility>
#include <vector>

#include <fmt/format.h>

#include "core/analysis/events/covered_time.h"
#include "core/analysis/events/interval_union.h"
#include "core/analysis/findings/share.h"
#include "core/analysis/findings/thread_evidence.h"
#include "core/analysis/host/sampled_threads.h"
#include "core/analysis/host_time/lines_in_time.h"
#include "core/analysis/idle/claims.h"
#include "core/base/check.h"
#include "core/base/process_curves.h"
#include "core/base/threads/work.h"

namespace lanescope {
namespace {

/// Of "at::native::add_kernel (libtorch_cpu.so)" what is in the last parentheses; empty if there is
/// nothing.
std::string_view module_of(std::string_view frame) {
  const std::size_t open = frame.rfind(" (");
  if (open == std::string_view::npos || !frame.ends_with(')')) return {};
  return frame.substr(open + 2, frame.size() - open - 3);
}

/// Libraries that run for whoever calls them, by how their names begin.
constexpr std::array<std::string_view, 11> kServes{
    "libc.so",      "libc-2.",  "libm.so", "libm-2.",     "libpthread", "ld-linux",
    "libstdc++.so", "libgcc_s", "libgomp", "libiomp5.so", "linux-vdso"};

bool serves(std::string_view module) {
  return module.empty() || module.starts_with('[') || module == "kernel" ||
         std::ranges::any_of(kServes, [&](auto name) { return module.starts_with(name); });
}

bool is_interpreter(std::string_view module) {
  return module == "python" || module.starts_with("python3") || module.starts_with("libpython");
}

/// Whether it is the program itself rather than a library or code made at run time, by its name:
/// "syms", not "libtorch_cpu.so" or "anonymous memory".
bool is_program(std::string_view module) {
  const bool is_made = module == "anonymous memory" || module.find(':') != std::string_view::npos;
  return !is_made && module.find(".so") == std::string_view::npos;
}

struct NativeSum {
  Ns ns = 0, longest_ns = 0;
  EventId longest = EventId::None;

  void add(Ns length_ns, EventId event) {
    ns = saturating_add(ns, length_ns);
    if (length_ns <= longest_ns) return;
    longest_ns = length_ns;
    longest = event;
  }
};
using NativeSums = std::map<StringId, NativeSum>;

/// What a thread ran of one library.
struct LibraryTime {
  Ns ns = 0;
  NativeSums functions, lines;  // lines of Python that it is called from
};

class NativeCode {
 public:
  NativeCode(const FindingFacts& facts, const Track& samples)
      : trace_(facts.trace),
        running_(common_parts(running_times(facts.trace, samples), {&facts.judged.range, 1})),
        lines_(facts.trace, &samples) {
    for (const auto& chunk : samples.chunks) {
      count_work(Work::Events, chunk->size());
      for (std::uint32_t i = 0; i < chunk->size(); ++i) {
        const std::uint32_t slice = chunk->in_time_order(i);
        if (trace_.kind_of(chunk->category[slice]) == CategoryKind::NativeFrame) add(*chunk, slice);
      }
    }
  }

  /// The one that runs for longest; empty name if there is none.
  [[nodiscard]] std::pair<std::string_view, const LibraryTime*> most() const {
    const auto most = std::ranges::max_element(
        libraries_, {}, [](const auto& library) { return library.second.ns; });
    if (most == libraries_.end()) return {};
    return {most->first, &most->second};
  }

 private:
  struct Open {
    Ns end_ns = 0;
    StringId name = StringId::Empty, line = StringId::Empty;
    std::string_view library;             // whose time it is; empty: Python's
    StringId function = StringId::Empty;  // of that library
  };

  void add(const TrackChunk& chunk, std::uint32_t slice) {
    const TimeRange range = chunk.range(slice);
    while (!open_.empty() && open_.back().end_ns <= range.begin_ns) open_.pop_back();
    Open open{range.end_ns, chunk.name[slice], lines_.at(range), {}, StringId::Empty};
    const std::string_view module = module_of(trace_.text(open.name));
    const bool is_own = !serves(module) && !is_interpreter(module);
    if (is_own) {
      open.library = module;
      open.function = open.name;
    } else if (serves(module) && !open_.empty()) {
      open.library = open_.back().library;
      open.function = open_.back().function;
    }
    const Ns ran_ns = running_.length_in(range);
    if (!open_.empty()) note(open_.back(), saturating_sub(0, ran_ns), EventId::None);
    note(open, ran_ns, chunk.id_of(slice));
    open_.push_back(open);
  }

  /// What one frame calls is taken from it again.
  void note(const Open& of, Ns ns, EventId event) {
    if (of.library.empty()) return;
    LibraryTime& library = libraries_[of.library];
    library.ns = saturating_add(library.ns, ns);
    library.functions[of.function].add(ns, event);
    if (of.line != StringId::Empty) library.lines[of.line].add(ns, event);
  }

  const Snapshot& trace_;
  const CoveredTime running_;
  const LinesInTime lines_;
  std::vector<Open> open_;
  std::map<std::string_view, LibraryTime> libraries_;
};

const std::pair<const StringId, NativeSum>& most_of(const NativeSums& sums) {
  LANESCOPE_CHECK(!sums.empty(), "code that ran has a function");
  return *std::ranges::max_element(sums, {}, [](const auto& sum) { return sum.second.ns; });
}

/// The Python line that most of it is called from.
void say_caller(const FindingFacts& facts, const Track& samples, const LibraryTime& library,
                Finding& finding) {
  if (library.lines.empty()) return;
  const auto& [line, sum] = most_of(library.lines);
  const auto home = facts.trace.find_slice(sum.longest);
  if (!home || sum.ns <= 0) return;
  const TimeRange range = home->chunk->range(home->slice);
  const EventId at = sampled_line_at(facts.trace, samples, range.begin_ns + range.length_ns() / 2);
  say_place(facts, at, "Mostly called from ", finding, ": " + format_duration(sum.ns));
}

/// A function of machine code, and what called it.
using CalledCode = std::pair<StringId, StringId>;

/// Adds the time that a thread ran itself in each function, within `during`.
void add_native_self(const Snapshot& trace, const Track& samples, const CoveredTime& during,
                     std::map<CalledCode, NativeSum>& sums) {
  struct Open {
    Ns end_ns = 0;
    CalledCode code;
  };
  std::vector<Open> open;
  for (const auto& chunk : samples.chunks) {
    count_work(Work::Events, chunk->size());
    for (std::uint32_t i = 0; i < chunk->size(); ++i) {
      const std::uint32_t slice = chunk->in_time_order(i);
      if (trace.kind_of(chunk->category[slice]) != CategoryKind::NativeFrame) continue;
      const TimeRange range = chunk->range(slice);
      while (!open.empty() && open.back().end_ns <= range.begin_ns) open.pop_back();
      const Ns ran_ns = during.length_in(range);
      if (!open.empty()) sums[open.back().code].add(saturating_sub(0, ran_ns), EventId::None);
      const StringId caller = open.empty() ? StringId::Empty : open.back().code.first;
      const CalledCode code{chunk->name[slice], caller};
      sums[code].add(ran_ns, chunk->id_of(slice));
      open.push_back({range.end_ns, code});
    }
  }
}

/// The words about a library, or about the program's own code.
void say_advice(bool is_program, Finding& finding) {
  finding.title = is_program ? "Much CPU time is spent in the program's own native code"
                             : "Much CPU time is spent in one native library";
  finding.fix =
      is_program
          ? "If it computes what it has to, profile this function further, build it with "
            "optimizations or spread it over more threads; otherwise call it less often."
          : "If it computes what it has to, use more of the library's threads, a smaller data type "
            "or larger inputs per call; otherwise call it less often.";
  finding.confirm = is_program ? "Record again: its share should drop."
                               : "Record again: the library's share should drop.";
}

/// A rate per second over some ranges, as a sum. nullopt
/// if there is no such counter.
std::optional<double> sum_of_rate(const FindingFacts& facts, StringId process,
                                  std::string_view name, const CoveredTime& during) {
  std::optional<double> sum;
  for (const auto& counter : facts.trace.counters) {
    if (counter->process != process || facts.trace.text(counter->name) != name) continue;
    count_work(Work::Events, counter->time_ns.size());
    sum = sum.value_or(0);
    // A sample has the rate since the one before.
    for (std::size_t i = 1; i < counter->time_ns.size(); ++i) {
      const TimeRange since{counter->time_ns[i - 1], counter->time_ns[i]};
      *sum += counter->value[i] * static_cast<double>(during.length_in(since)) / 1e9;
    }
  }
  return sum;
}

}  // namespace

void judge_native_code(const FindingFacts& facts, std::uint32_t thread, RuleAnswer& answer) {
  LANESCOPE_CHECK(facts.host_time != nullptr, "native code is judged by samples");
  const HostThreadTime& row = facts.host_time->threads.at(thread);
  const Track* const samples = sampled_thread(facts.trace, states_of(facts, thread)).samples;
  if (samples == nullptr) return;
  const NativeCode code(facts, *samples);
  const auto [name, library] = code.most();
  // As for Python functions: while other programs have the CPUs, the share says nothing.
  const Ns had_ns = saturating_sub(row.sampled_ns, row.runnable_ns);
  if (library == nullptr || share_pct(library->ns, had_ns) < facts.limits().hot_python_pct) return;
  Finding& finding = answer.add();
  say_advice(is_program(name), finding);
  finding.high_pct = share_pct(library->ns, row.sampled_ns);
  finding.informational = true;
  finding.confidence = Confidence::Medium;
  finding.say(fmt::format(
      "{} runs code of {}{} for {}: {} of its CPU time", subject_words(facts, thread), name,
      is_program(name) ? ", the program itself," : "", format_duration(library->ns),
      format_pct(share_pct(library->ns, row.running_ns))));
  const auto& [function, sum] = most_of(library->functions);
  finding.say("Mostly in ", function, ": " + format_duration(sum.ns), sum.longest);
  finding.where = {function, StringId::Empty, sum.longest};
  say_caller(facts, *samples, *library, finding);
}

void say_page_faults(const FindingFacts& facts, std::uint32_t thread, Finding& finding) {
  const StringId process = facts.host_time->threads.at(thread).process;
  const CoveredTime during(
      times_in(facts, thread, [](HostState state) { return state == HostState::PageFault; }));
  const auto faults = sum_of_rate(facts, process, kMajorFaultsCurve, during);
  const auto bytes = sum_of_rate(facts, process, kDiskReadCurve, during);
  if (!faults || *faults < 1) return;
  const auto count = static_cast<std::int64_t>(*faults + 0.5);
  finding.say(
      bytes && *bytes >= 1
          ? fmt::format("Meanwhile, the process read {} from disk, with {} major page "
                        "faults",
                        format_bytes(static_cast<std::int64_t>(*bytes)), format_count(count))
          : fmt::format("Meanwhile, the process had {} major page faults", format_count(count)));
}

void say_native_meanwhile(const FindingFacts& facts, std::uint32_t waiting,
                          const std::vector<TimeRange>& waits, Finding& finding) {
  const HostTime& time = *facts.host_time;
  std::map<CalledCode, NativeSum> sums;
  for (std::uint32_t i = 0; i < time.threads.size(); ++i) {
    if (i == waiting || time.threads[i].process != time.threads.at(waiting).process) continue;
    const Track* const samples = sampled_thread(facts.trace, states_of(facts, i)).samples;
    if (samples == nullptr) continue;
    const CoveredTime during(common_parts(running_times(facts.trace, *samples), waits));
    add_native_self(facts.trace, *samples, during, sums);
  }
  const auto most =
      std::ranges::max_element(sums, {}, [](const auto& sum) { return sum.second.ns; });
  const Ns waited_ns = total_length(waits);
  if (most == sums.end() || most->second.ns <= waited_ns / 2) return;
  const auto& [function, caller] = most->first;
  const std::string called =
      caller == StringId::Empty ? "" : fmt::format(", called from {},", facts.trace.text(caller));
  finding.say("Meanwhile, other threads run ", function,
              fmt::format("{} for {} of {}", called, format_duration(most->second.ns),
                          format_duration(waited_ns)),
              most->second.longest);
  if (finding.where.name == StringId::Empty)
    finding.where = {function, StringId::Empty, most->second.longest};
}

}  // namespace lanescope
