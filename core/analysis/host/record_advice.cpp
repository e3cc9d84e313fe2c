#include "core/analysis/host/record_advice.h"

#include <algorithm>
#include <string>

#include "core/analysis/events/gpu_events.h"
#include "core/analysis/host/python_frame.h"
#include "core/analysis/host/recorder.h"
#include "core/store/issue_kinds.h"

namespace lanescope {
namespace {

/// Advice for a trace that has Python frames but no modules: PyTorch may be too old to record them,
/// or the program has none.
constexpr std::string_view kModulesOfStacks =
    "record with a newer PyTorch, if the code calls any nn.Module";
/// Advice for a part of a trace that begins and ends within steps.
constexpr std::string_view kStepsOfPart =
    "open the whole trace, as this part contains no whole step";
constexpr std::string_view kStepsOfRun = "record for longer, as this trace contains no whole step";

/// Advice for a recording of a program that does not use a GPU: it has neither NVTX ranges nor
/// memory of a GPU, and a program of PyTorch tells both itself.
constexpr std::string_view kStepsOfThreads =
    "trace a PyTorch program with torch.profiler, and call prof.step() in its loop";
constexpr std::string_view kMemoryOfThreads =
    "trace a PyTorch program with torch.profiler and profile_memory=True";

/// Advice for a trace with counters only.
constexpr std::string_view kTimesInsteadOfCounters = "record without profiler_metrics";

constexpr std::string_view kNoGpuWork = "the trace has no GPU events";
constexpr std::string_view kOnlyCounters =
    "the trace has hardware counters instead of kernel times: CUPTI's range profiler measured the "
    "kernels one by one";

/// Whether nothing of CUDA was recorded, not even a call.
bool is_of_host_alone(const Snapshot& trace) {
  return !has_gpu_work(trace) && !trace_has(trace, CategoryKind::HostCall);
}

}  // namespace

bool trace_has(const Snapshot& trace, CategoryKind kind) {
  return std::ranges::any_of(trace.categories, [&](const Category& category) {
    if (category.kind != kind) return false;
    const auto count = trace.counts.by_category.find(std::string(trace.text(category.name)));
    return count != trace.counts.by_category.end() && count->second > 0;
  });
}

bool has_only_counters(const Snapshot& trace) {
  return trace_has(trace, CategoryKind::ProfilerRange) && !has_gpu_work(trace);
}

std::string_view why_no_gpu_events(const Snapshot& trace) {
  return has_only_counters(trace) ? kOnlyCounters : kNoGpuWork;
}

bool names_modules(const Snapshot& trace) {
  for (std::uint32_t i = 0; i < trace.strings->size(); ++i) {
    if (!module_name(trace.text(StringId{i})).empty()) return true;
  }
  return false;
}

bool is_recording(const Snapshot& trace) {
  return trace.info.format == "lanescope-capture";
}

bool has_cut_steps(const Snapshot& trace) {
  return std::ranges::find(trace.report.issues, issue_kinds::kCutStep, &LoadIssue::kind) !=
         trace.report.issues.end();
}

std::string_view cut_steps_advice(bool part) {
  return part ? kStepsOfPart : kStepsOfRun;
}

std::string_view record_advice(const Snapshot& trace, Recordable wanted) {
  if (wanted == Recordable::Steps && has_cut_steps(trace))
    return cut_steps_advice(trace.info.part.has_value());
  if (wanted == Recordable::GpuWork && has_only_counters(trace)) return kTimesInsteadOfCounters;
  const Recorder recorder = recorder_of(trace);
  if (recorder == Recorder::Lanescope && is_of_host_alone(trace)) {
    if (wanted == Recordable::Steps) return kStepsOfThreads;
    if (wanted == Recordable::Allocations) return kMemoryOfThreads;
  }
  if (recorder == Recorder::TorchProfiler && wanted == Recordable::Modules &&
      trace_has(trace, CategoryKind::PythonFunction))
    return kModulesOfStacks;
  return advice_of(recorder, wanted);
}

std::string_view shared_advice(const Snapshot& a, const Snapshot& b, Recordable wanted) {
  return recorder_of(a) == recorder_of(b) ? advice_of(recorder_of(a), wanted) : std::string_view();
}

std::string_view modules_advice(const Snapshot& trace, const AnalysisWindow& window) {
  if (window.is_bounded() && names_modules(trace))
    return "choose a larger window; other parts of the trace have modules";
  return record_advice(trace, Recordable::Modules);
}

}  // namespace lanescope
