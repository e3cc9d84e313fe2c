#include "core/analysis/findings/collector.h"

#include <algorithm>
#include <array>
#include <map>
#include <string_view>
#include <utility>
#include <vector>

#include <fmt/format.h>

#include "core/analysis/events/covered_time.h"
#include "core/analysis/events/interval_union.h"
#include "core/analysis/findings/share.h"
#include "core/analysis/findings/thread_evidence.h"
#include "core/analysis/host/sampled_threads.h"
#include "core/base/check.h"
#include "core/base/threads/work.h"

namespace lanescope {
namespace {

/// What CPython 3.10 to 3.14 call the functions under which all of a collection happens
/// (Modules/gcmodule.c, since 3.13 Python/gc.c and gc_free_threading.c). Compilers add to such
/// names.
constexpr std::array<std::string_view, 4> kCollects{"gc_collect_", "_PyGC_Collect", "PyGC_Collect",
                                                    "_Py_RunGC"};

bool collects(std::string_view function) {
  return std::ranges::any_of(kCollects,
                             [&](std::string_view name) { return function.starts_with(name); });
}

struct LineTime {
  Ns ns = 0, longest_ns = 0;
  EventId longest = EventId::None;
};

/// Follows the innermost Python function of samples in the order of their starts.
class PythonFunctions {
 public:
  void open(StringId name, TimeRange range) {
    close_until(range.begin_ns);
    open_.push_back({name, range.end_ns});
  }
  /// Empty if there is none.
  StringId at(Ns time_ns) {
    close_until(time_ns);
    return open_.empty() ? StringId::Empty : open_.back().first;
  }

 private:
  void close_until(Ns time_ns) {
    while (!open_.empty() && open_.back().second <= time_ns) open_.pop_back();
  }
  std::vector<std::pair<StringId, Ns>> open_;  // with their ends
};

/// What a thread did while the collector ran.
struct Collecting {
  Ns ran_ns = 0;
  std::map<StringId, LineTime> lines;  // by Python line
  /// By the innermost Python function: while the collector ran, and of all that the thread ran.
  struct Function {
    Ns collects_ns = 0, runs_ns = 0;
  };
  std::map<StringId, Function> functions;
};

template <typename Visit>
void each_sample(const Track& samples, const Visit& visit) {
  for (const auto& chunk : samples.chunks) {
    count_work(Work::Events, chunk->size());
    for (std::uint32_t i = 0; i < chunk->size(); ++i) visit(*chunk, chunk->in_time_order(i));
  }
}

std::vector<TimeRange> collections(const Snapshot& trace, const Track& samples) {
  std::vector<TimeRange> times;
  each_sample(samples, [&](const TrackChunk& chunk, std::uint32_t slice) {
    const bool is_native = trace.kind_of(chunk.category[slice]) == CategoryKind::NativeFrame;
    if (is_native && collects(trace.text(chunk.name[slice]))) times.push_back(chunk.range(slice));
  });
  return merged(times);
}

void add_line(LineTime& line, Ns ns, EventId event) {
  line.ns = saturating_add(line.ns, ns);
  if (ns <= line.longest_ns) return;
  line.longest_ns = ns;
  line.longest = event;
}

Collecting collecting(const FindingFacts& facts, const Track& samples) {
  const std::vector<TimeRange> judged{facts.judged.range};
  const std::vector<TimeRange> running = common_parts(running_times(facts.trace, samples), judged);
  const std::vector<TimeRange> ran = common_parts(collections(facts.trace, samples), running);
  Collecting found;
  for (const TimeRange& range : ran) found.ran_ns = saturating_add(found.ran_ns, length_of(range));
  if (found.ran_ns == 0) return found;
  const CoveredTime covered(ran), runs(running);
  PythonFunctions functions;
  each_sample(samples, [&](const TrackChunk& chunk, std::uint32_t slice) {
    const CategoryKind kind = facts.trace.kind_of(chunk.category[slice]);
    const TimeRange range = chunk.range(slice);
    if (kind == CategoryKind::SampledFrame) functions.open(chunk.name[slice], range);
    if (kind != CategoryKind::SampledLine) return;
    const Ns inside_ns = covered.length_in(range);
    Collecting::Function& function = found.functions[functions.at(range.begin_ns)];
    function.collects_ns = saturating_add(function.collects_ns, inside_ns);
    function.runs_ns = saturating_add(function.runs_ns, runs.length_in(range));
    if (inside_ns > 0) add_line(found.lines[chunk.name[slice]], inside_ns, chunk.id_of(slice));
  });
  return found;
}

/// The Python function in which it runs for longest, if it is most of what the thread runs for in
/// that function: what other threads run there says nothing of this one.
StringId function_that_collects(const Collecting& found) {
  const auto most = std::ranges::max_element(
      found.functions, {}, [](const auto& entry) { return entry.second.collects_ns; });
  if (most == found.functions.end()) return StringId::Empty;
  return most->second.collects_ns > most->second.runs_ns / 2 ? most->first : StringId::Empty;
}

}  // namespace

StringId judge_collector(const FindingFacts& facts, std::uint32_t thread, RuleAnswer& answer) {
  LANESCOPE_CHECK(facts.host_time != nullptr, "the collector is judged by samples");
  const HostThreadTime& row = facts.host_time->threads.at(thread);
  const Track* const samples = sampled_thread(facts.trace, states_of(facts, thread)).samples;
  if (samples == nullptr || row.sampled_ns <= 0) return StringId::Empty;
  const Collecting found = collecting(facts, *samples);
  // While other programs have the CPUs, everything waits for one, and the share says nothing.
  const Ns had_ns = std::max<Ns>(1, saturating_sub(row.sampled_ns, row.runnable_ns));
  if (share_pct(found.ran_ns, had_ns) < facts.limits().sampled_wait_pct || found.lines.empty())
    return StringId::Empty;
  Finding& finding = answer.add();
  finding.title = "Python's garbage collector takes much of the time";
  finding.high_pct = share_pct(found.ran_ns, row.sampled_ns);
  finding.confidence = Confidence::Medium;
  finding.say(fmt::format(
      "It runs for {} of the {} sampled of {} ({}), which is {} of its CPU time",
      format_duration(found.ran_ns), format_duration(row.sampled_ns), thread_words(facts, thread),
      format_pct(finding.high_pct), format_pct(share_pct(found.ran_ns, row.running_ns))));
  const auto& [line, at] =
      *std::ranges::max_element(found.lines, {}, [](const auto& entry) { return entry.second.ns; });
  say_place(facts, at.longest, "Mostly at ", finding, ": " + format_duration(at.ns));
  finding.fix =
      "Collect less often: gc.freeze() after start-up, a higher gc.set_threshold(), or "
      "gc.disable() "
      "and gc.collect() between epochs; and keep fewer objects that refer to others.";
  finding.confirm = "Record again: the collector's share should drop.";
  return function_that_collects(found);
}

}  // namespace lanescope
