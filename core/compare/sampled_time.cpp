#include "core/compare/sampled_time.h"

#include <algorithm>
#include <cctype>
#include <cstdlib>
#include <map>
#include <string_view>
#include <tuple>

#include "core/analysis/gpu_time/gpu_time.h"
#include "core/analysis/host/sampled_threads.h"
#include "core/analysis/host_time/host_states.h"
#include "core/analysis/host_time/host_time.h"

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

void add(Changes& changes, const std::string& key, std::string_view name, Ns length_ns,
         EventId event, bool of_b) {
  SampledChange& change = changes[key];
  if (of_b || change.name.empty()) change.name = name;
  Ns& sum_ns = of_b ? change.b_ns : change.a_ns;
  EventId& longest = of_b ? change.event_b : change.event_a;
  if (length_ns > 0 && sum_ns == 0) longest = event;
  sum_ns = saturating_add(sum_ns, length_ns);
}

void add_run(const AnalysisResults& in, bool of_b, Changes& functions, Changes& waits) {
  const Snapshot& trace = in.trace;
  const auto time = in.about(whole_window()).of<HostTime>();
  for (const SampledCode& code : time->functions) {
    const std::string_view name = trace.text(code.name);
    if (code.self_ns > 0)
      add(functions, without_line(name), name, code.self_ns, code.longest, of_b);
  }
  const auto thread = leading_host_thread(trace, *time);
  if (!thread) return;
  const std::string running(running_title(has_thread_switches(trace)));
  add(waits, "", running, time->threads[*thread].running_ns, EventId::None, of_b);
  for (const HostWait& wait : time->waits) {
    if (wait.thread != *thread) continue;
    const std::string title = wait_title(trace, wait);
    add(waits, title, title, wait.total_ns, wait.longest, of_b);
  }
}

std::vector<SampledChange> sorted(Changes&& changes) {
  std::vector<SampledChange> rows;
  for (auto& [key, change] : changes) rows.push_back(std::move(change));
  std::ranges::stable_sort(rows, [](const SampledChange& a, const SampledChange& b) {
    return std::tuple(std::abs(b.delta_ns()), b.b_ns) < std::tuple(std::abs(a.delta_ns()), a.b_ns);
  });
  return rows;
}

}  // namespace

SampledChanges compare_sampled_time(const AnalysisResults& a, const AnalysisResults& b) {
  SampledChanges changes;
  for (const AnalysisResults* run : {&a, &b}) {
    const AnalysisResults& whole = run->about(whole_window());
    if (!whole.of<GpuTime>()->devices.empty() || whole.of<HostTime>()->threads.empty())
      return changes;
  }
  Changes functions, waits;
  add_run(a, false, functions, waits);
  add_run(b, true, functions, waits);
  changes.functions = sorted(std::move(functions));
  changes.waits = sorted(std::move(waits));
  return changes;
}

}  // namespace lanescope
