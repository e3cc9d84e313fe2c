#include "app/cli/report/report.h"
#include "core/analysis/host/recorder.h"
#include "core/view/tables/row_columns.h"

namespace lanescope {
namespace {

/// With advice in terms of the tool that recorded the trace.
std::string no_ranges(const Snapshot& trace) {
  const std::string none = "the window has no annotations";
  switch (recorder_of(trace)) {
    case Recorder::TorchProfiler:
      return none + "; use torch.profiler.record_function or NVTX ranges";
    case Recorder::Lanescope:
    case Recorder::Nsight:
      return none + "; use NVTX ranges";
    case Recorder::Jax:
      return none + "; use jax.profiler.TraceAnnotation";
    case Recorder::Rocm:
      return none + "; use roctx ranges";
    case Recorder::SamplingProfiler:
    case Recorder::Perfetto:
    case Recorder::Other:
      break;
  }
  return none;
}

bool has_annotations(const AnnotationTable& table) {
  return !table.rows.empty() && !table.rows.front().name.empty();
}

}  // namespace

Json to_json(const ReportInput& input, const AnnotationTable& result) {
  Json out = {{"source", result.on_gpu ? "gpu_user_annotation" : "user_annotation"},
              {"rows", rows_json(input.trace, annotation_columns(result), result.rows)}};
  if (!result.has_gpu_events) {
    out["why"] = no_gpu(input);
  } else if (!has_annotations(result)) {
    out["why"] = no_ranges(input.trace);
  }
  return out;
}

std::string to_text(const ReportInput& input, const AnnotationTable& result) {
  if (!result.has_gpu_events) return "n/a: " + no_gpu(input) + "\n";
  if (!has_annotations(result)) return "n/a: " + no_ranges(input.trace) + "\n";
  return first_rows_text(input.trace, annotation_columns(result), result.rows);
}

}  // namespace lanescope
