#include "core/compare/sampled_time.h"

#include <algorithm>
#include <cmath>
#include <functional>
#include <map>
#include <string_view>
#include <tuple>
#include <utility>

#include "core/analysis/events/gpu_events.h"
#include "core/analysis/events/statistics.h"
#include "core/analysis/host/sampled_threads.h"
#include "core/analysis/host/site.h"
#include "core/analysis/host_time/host_states.h"
#include "core/analysis/host_time/host_time.h"
#include "core/base/check.h"

namespace lanescope {
namespace {

/// "train.py: main" of "train.py(10): main".
std::string without_line(std::string_view function) {
  const std::size_t end = function.find("): ");
  const std::size_t begin = end == std::string_view::npos ? end : function.rfind('(', end);
  if (begin == std::string_view::npos) return std::string(function);
  return std::string(function.substr(0, begin)) + std::string(function.substr(end + 1));
}

using Changes = std::map<std::string, SampledChange>;

/// What one run adds to a row.
struct SampledPart {
  std::string_view name;
  Ns length_ns = 0, running_ns = 0;
  std::string_view line = {};
  EventId longest = EventId::None;
};

/// B's names and lines replace those of A, if `of_b`.
void add(Changes& changes, const std::string& key, const SampledPart& part, bool of_b) {
  SampledChange& change = changes[key];
  Ns& sum_ns = of_b ? change.b_ns : change.a_ns;
  // Of several parts the first counts: they come the longest first.
  if (sum_ns == 0) {
    (of_b ? change.event_b : change.event_a) = part.longest;
    change.name = part.name;
    if (!part.line.empty()) change.line = part.line;
  }
  sum_ns = saturating_add(sum_ns, part.length_ns);
  Ns& running_ns = of_b ? change.running_b_ns : change.running_a_ns;
  running_ns = saturating_add(running_ns, part.running_ns);
}

void add_functions(const Snapshot& trace, const HostTime& time, bool of_b, Changes& functions) {
  for (const SampledCode& code : time.functions) {
    const std::string_view name = trace.text(code.name);
    if (code.self_ns > 0)
      add(functions, without_line(name),
          {name, code.self_ns, code.self_running_ns, trace.text(code.top_line), code.longest},
          of_b);
  }
}

/// Whether one path is the end of the other, by whole folders: "train.py" and "/src/train.py".
bool is_end_of_path(std::string_view a, std::string_view b) {
  const std::string_view longer = a.size() > b.size() ? a : b, end = a.size() > b.size() ? b : a;
  if (end.empty() || !longer.ends_with(end)) return false;
  const std::string_view folder = longer.substr(0, longer.size() - end.size());
  return folder.empty() || folder.ends_with('/') || folder.ends_with('\\') || end.starts_with('/');
}

/// The keys of functions that only one run has, by their name and that of their file.
struct OnlyInOne {
  std::vector<std::string> a, b;
};

/// The one key of those whose file is the same as that of `key`; empty unless there is one.
std::string same_in(const std::vector<std::string>& keys, std::string_view key) {
  const auto file_of = [](std::string_view of) { return of.substr(0, of.rfind(": ")); };
  std::string same;
  for (const std::string& other : keys) {
    if (!is_end_of_path(file_of(key), file_of(other))) continue;
    if (!same.empty()) return "";
    same = other;
  }
  return same;
}

/// How a file is named depends on how the program was started, and on who recorded it: where only
/// one function fits, "/src/train.py: main" of one run is "train.py: main" of the other.
void pair_by_path(Changes& functions) {
  std::map<std::string, OnlyInOne> by_name;
  for (const auto& [key, change] : functions) {
    const std::size_t end = key.rfind(": ");
    if (end == std::string::npos || (change.a_ns > 0 && change.b_ns > 0)) continue;
    const std::size_t folder = key.find_last_of("/\\", end);
    OnlyInOne& only = by_name[folder == std::string::npos ? key : key.substr(folder + 1)];
    (change.a_ns > 0 ? only.a : only.b).push_back(key);
  }
  for (const auto& [name, only] : by_name) {
    for (const std::string& key : only.a) {
      const std::string same = same_in(only.b, key);
      if (same.empty() || same_in(only.a, same) != key) continue;
      SampledChange& both = functions[same];
      const SampledChange& of_a = functions[key];
      both.a_ns = of_a.a_ns;
      both.running_a_ns = of_a.running_a_ns;
      both.event_a = of_a.event_a;
      if (both.line.empty()) both.line = of_a.line;
      functions.erase(key);
    }
  }
}

void add_waits(const Snapshot& trace, const HostTime& time, bool of_b, Changes& waits) {
  const auto thread = leading_host_thread(trace, time);
  if (!thread) return;
  LANESCOPE_CHECK(*thread < time.threads.size(), "one of {} threads, not {}", time.threads.size(),
                  *thread);
  const Ns running_ns = time.threads[*thread].running_ns;
  if (running_ns > 0)
    add(waits, "", {.name = running_title(has_thread_switches(trace)), .length_ns = running_ns},
        of_b);
  for (const HostWait& wait : time.waits) {
    if (wait.thread != *thread) continue;
    const std::string title = wait_title(trace, wait);
    const EventId code = code_of_wait(trace, wait);
    const std::string_view line =
        code == EventId::None ? std::string_view() : trace.text(slice_name(trace, code));
    add(waits, title, {title, wait.total_ns, 0, line, wait.longest}, of_b);
  }
}

Ns absolute(Ns time_ns) {
  return time_ns < 0 ? saturating_sub(0, time_ns) : time_ns;
}

std::vector<SampledChange> sorted(Changes&& changes) {
  std::vector<SampledChange> rows;
  for (auto& [key, change] : changes) rows.push_back(std::move(change));
  const auto size = [](const SampledChange& row) {
    return std::tuple(absolute(row.running_delta_ns()), absolute(row.delta_ns()), row.b_ns);
  };
  std::ranges::stable_sort(rows, std::greater<>(), size);
  return rows;
}

}  // namespace

SampledChanges compare_sampled_time(const AnalysisResults& a, const AnalysisResults& b) {
  SampledChanges changes;
  changes.of_gpu = has_gpu_work(a.trace) || has_gpu_work(b.trace);
  const auto time_a = a.about(whole_window()).of<HostTime>();
  const auto time_b = b.about(whole_window()).of<HostTime>();
  const bool in_a = !time_a->threads.empty(), in_b = !time_b->threads.empty();
  if (!in_a || !in_b) {
    if (in_a != in_b) changes.without_samples = in_a ? "B" : "A";
    return changes;
  }
  changes.cover_a = sample_cover(a.trace, whole_window());
  changes.cover_b = sample_cover(b.trace, whole_window());
  changes.switches_a = has_thread_switches(a.trace);
  changes.switches_b = has_thread_switches(b.trace);
  changes.period_a_ns = sampling_period_ns(a.trace);
  changes.period_b_ns = sampling_period_ns(b.trace);
  Changes functions, waits;
  for (const bool of_b : {false, true}) {
    const Snapshot& trace = of_b ? b.trace : a.trace;
    const HostTime& time = of_b ? *time_b : *time_a;
    add_functions(trace, time, of_b, functions);
    add_waits(trace, time, of_b, waits);
  }
  pair_by_path(functions);
  changes.functions = sorted(std::move(functions));
  changes.waits = sorted(std::move(waits));
  return changes;
}

bool is_running(const SampledChange& wait) {
  return wait.name == running_title(true) || wait.name == running_title(false);
}

Ns sampling_error_ns(const SampledChanges& changes, Ns a_ns, Ns b_ns) {
  // The number of samples that meet something is Poisson distributed about its time in periods.
  const double variance = static_cast<double>(a_ns) * static_cast<double>(changes.period_a_ns) +
                          static_cast<double>(b_ns) * static_cast<double>(changes.period_b_ns);
  return rounded_ns(2 * std::sqrt(std::max(0.0, variance)));
}

}  // namespace lanescope
