#include "core/view/text/record_hint.h"

#include <array>
#include <string>

#include "core/analysis/events/gpu_events.h"

namespace lanescope {
namespace {

std::string_view missing_words(Recordable wanted) {
  switch (wanted) {
    case Recordable::Operators:
      return "No operators";
    case Recordable::GpuWork:
      return "No GPU work";
    case Recordable::Steps:
      return "No steps";
    case Recordable::Shapes:
      return "No input shapes";
    case Recordable::PythonFrames:
      return "No Python frames";
    case Recordable::Modules:
      return "No nn.Module frames";
    case Recordable::Allocations:
      return "No allocations";
  }
  return {};
}

using Hints = std::array<std::string, kRecordables>;

Hints hints_for(const Snapshot& trace) {
  Hints hints;
  for (std::size_t i = 0; i < hints.size(); ++i) {
    const auto wanted = static_cast<Recordable>(i);
    hints[i] = std::string(missing_words(wanted)) + ": ";
    hints[i] += record_advice(trace, wanted);
  }
  return hints;
}

}  // namespace

std::string_view unread_hint(const Snapshot& trace) {
  if (!trace.complete) return {};
  if (trace.report.complete)
    return trace.counts.total == 0 ? "This file has no events" : std::string_view();
  if (has_gpu_work(trace)) return {};
  return "No GPU events were read: the file is truncated, or loading was stopped";
}

std::string_view record_hint(const Snapshot& trace, Recordable wanted) {
  const std::string_view unread = unread_hint(trace);
  if (!unread.empty() && (wanted == Recordable::GpuWork || trace.report.complete)) return unread;
  if (wanted == Recordable::GpuWork && has_gpu_work(trace))
    return "No kernels: this part of the trace has only other GPU work, or none";
  const auto index = static_cast<std::size_t>(wanted);
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
