#include "app/cli/report/report.h"
#include "core/view/tables/row_columns.h"

namespace lanescope {
namespace {

constexpr const char* kNoRanges =
    "the window has no annotations; use torch.profiler.record_function or NVTX ranges";

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
    out["why"] = kNoRanges;
  }
  return out;
}

std::string to_text(const ReportInput& input, const AnnotationTable& result) {
  if (!result.has_gpu_events) return "n/a: " + no_gpu(input) + "\n";
  if (!has_annotations(result)) return std::string("n/a: ") + kNoRanges + "\n";
  return first_rows_text(input.trace, annotation_columns(result), result.rows);
}

}  // namespace lanescope
