#include "core/view/text/record_hint.h"

#include <array>
#include <string>

#include "core/analysis/events/gpu_events.h"
#include "core/analysis/host/recorder.h"

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

std::string hint_of(Recordable wanted, std::string_view advice) {
  return std::string(kMissing[static_cast<std::size_t>(wanted)]) + ": " + std::string(advice);
}

std::array<Hints, kRecorders> all_hints() {
  std::array<Hints, kRecorders> all;
  for (std::size_t recorder = 0; recorder < all.size(); ++recorder) {
    for (std::size_t i = 0; i < kRecordables; ++i) {
      const auto wanted = static_cast<Recordable>(i);
      all[recorder][i] = hint_of(wanted, advice_of(static_cast<Recorder>(recorder), wanted));
    }
  }
  return all;
}

}  // namespace

std::string_view unread_hint(const Snapshot& trace) {
  if (!trace.complete) return {};
  if (trace.report.complete) return trace.counts.total == 0 ? no_events(trace) : std::string_view();
  if (has_gpu_work(trace)) return {};
  if (trace.report.damaged) return "No GPU events were read: the file is damaged";
  return trace.report.stopped ? "No GPU events were read before loading was stopped"
                              : "No GPU events were read: the file is truncated";
}

std::string_view record_hint(const Snapshot& trace, Recordable wanted) {
  const std::string_view unread = unread_hint(trace);
  if (!unread.empty() && (wanted == Recordable::GpuWork || trace.report.complete)) return unread;
  if (wanted == Recordable::GpuWork && has_gpu_work(trace))
    return "No kernels: this part of the trace has only other GPU work, or none";
  if (wanted == Recordable::GpuWork && has_only_counters(trace)) return kOnlyCounters;
  if (wanted == Recordable::Steps && has_cut_steps(trace)) {
    static const std::string of_parts = hint_of(wanted, cut_steps_advice(true));
    static const std::string of_runs = hint_of(wanted, cut_steps_advice(false));
    return trace.info.part ? of_parts : of_runs;
  }
  const Recorder recorder = recorder_of(trace);
  if (recorder == Recorder::TorchProfiler && wanted == Recordable::Modules &&
      trace_has(trace, CategoryKind::PythonFunction)) {
    static const std::string of_stacks = hint_of(wanted, record_advice(trace, wanted));
    return of_stacks;
  }
  static const std::array<Hints, kRecorders> all = all_hints();
  return all[static_cast<std::size_t>(recorder)][static_cast<std::size_t>(wanted)];
}

std::string both_need(const Snapshot& a, const Snapshot& b, Recordable wanted) {
  constexpr std::string_view kNo = "No ";
  const std::string what(kMissing[static_cast<std::size_t>(wanted)].substr(kNo.size()));
  const std::string_view advice = shared_advice(a, b, wanted);
  return "needs " + what + " in both runs" + (advice.empty() ? "" : "; ") + std::string(advice);
}

}  // namespace lanescope
