#include "app/cli/report/report.h"
#include "core/analysis/host/record_advice.h"
#include "core/view/tables/row_columns.h"

namespace lanescope {
namespace {

constexpr const char* kNoTwins =
    "the trace has neither fwdbwd flows nor autograd sequence numbers, which link the backward "
    "pass to the forward pass";

std::string no_modules(const ReportInput& input) {
  return "the window has no nn.Module events, no record_function ranges and no frames of "
         "forward(); " +
         std::string(modules_advice(input.trace, input.window));
}

/// What the modules are derived from, as in the JSON.
const char* source_name(StackKind source) {
  if (source == StackKind::Ranges) return "record_function";
  return source == StackKind::Forward ? "forward_frames" : "nn.Module";
}

}  // namespace

Json to_json(const ReportInput& input, const ModuleTree& result) {
  const bool any = !result.rows.empty();
  return Reasons({{!any, no_modules(input)},
                  {any && !result.has_twins, std::string("backward columns: ") + kNoTwins},
                  {any && !result.has_gpu_events, std::string("device columns: ") + kNoGpu},
                  {any && !result.has_memory_records, std::string("bytes: ") + kNoMemory}})
      .added_to(
          {{"source", source_name(result.source)},
           {"rows", rows_json(input.trace, module_columns(input.trace, result), result.rows)}});
}

std::string to_text(const ReportInput& input, const ModuleTree& result) {
  if (result.rows.empty()) return "n/a: " + no_modules(input) + "\n";
  std::string text = first_rows_text(input.trace, module_columns(input.trace, result), result.rows);
  if (!result.has_twins) text += std::string("backward: ") + kNoTwins + "\n";
  if (!result.has_gpu_events) text += std::string("GPU: ") + kNoGpu + "\n";
  return text;
}

}  // namespace lanescope
