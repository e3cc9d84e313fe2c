#include "core/view/text/record_hint.h"

#include <array>
#include <string>

#include "core/analysis/events/gpu_events.h"

namespace lanescope {
namespace {

/// In the order of Recordable.
constexpr std::array<std::string_view, kRecordables> kMissing{
    "No operators",     "No GPU work",         "No steps",      "No input shapes",
    "No Python frames", "No nn.Module frames", "No allocations"};

constexpr std::string_view kOnlyCounters =
    "No kernel times: CUPTI's range profiler measured hardware counters kernel by kernel; record "
    "without profiler_metrics";

std::string_view no_events(const Snapshot& trace) {
  if (!is_recording(trace)) return "This file has no events";
  return "This recording has no events: the program used neither CUDA nor NVTX while it was "
         "recorded";
}

using Hints = std::array<std::string, kRecordables>;

Hints hints_for(const Snapshot& trace) {
  Hints hints;
  for (std::size_t i = 0; i < hints.size(); ++i) {
    hints[i] = std::string(kMissing[i]) + ": ";
    hints[i] += record_advice(trace, static_cast<Recordable>(i));
  }
  return hints;
}

}  // namespace

std::string_view unread_hint(const Snapshot& trace) {
  if (!trace.complete) return {};
  if (trace.report.complete) return trace.counts.total == 0 ? no_events(trace) : std::string_view();
  if (has_gpu_work(trace)) return {};
  return trace.report.stopped ? "No GPU events were read before loading was stopped"
                              : "No GPU events were read: the file is truncated";
}

std::string_view record_hint(const Snapshot& trace, Recordable wanted) {
  const std::string_view unread = unread_hint(trace);
  if (!unread.empty() && (wanted == Recordable::GpuWork || trace.report.complete)) return unread;
  if (wanted == Recordable::GpuWork && has_gpu_work(trace))
    return "No kernels: this part of the trace has only other GPU work, or none";
  if (wanted == Recordable::GpuWork && has_only_counters(trace)) return kOnlyCounters;
  const auto index = static_cast<std::size_t>(wanted);
  if (wanted == Recordable::Steps && has_cut_steps(trace)) {
    static const Hints of_parts = hints_for(trace);
    return of_parts[index];
  }
  if (is_recording(trace)) {
    static const Hints of_recordings = hints_for(trace);
    return of_recordings.at(index);
  }
  if (trace_has(trace, CategoryKind::PythonFunction)) {
    static const Hints of_stacks = hints_for(trace);
    return of_stacks.at(index);
  }
  static const Hints of_profiler = hints_for(trace);
  return of_profiler.at(index);
}

}  // namespace lanescope
