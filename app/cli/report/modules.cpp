#include "app/cli/report/report.h"
#include "core/analysis/host/record_advice.h"
#include "core/view/tables/row_columns.h"

namespace lanescope {
namespace {

constexpr const char* kNoTwins =
    "the trace has neither fwdbwd flows nor autograd sequence numbers, which link the "
    "backward pass to the forward pass";
constexpr const char* kNoGpu = "the trace has no GPU events";

constexpr const char* kNoMemory =
    "the trace has no [memory] records; record with profile_memory=True";

std::string no_modules(const ReportInput& input) {
  return "the window has no nn.Module events, no record_function ranges and no frames of "
         "forward(); " +
         std::string(modules_advice(input.trace, input.window));
}

/// What stands for modules, as in the JSON.
const char* source_name(StackKind source) {
  if (source == StackKind::Ranges) return "record_function";
  return source == StackKind::Forward ? "forward_frames" : "nn.Module";
}

}  // namespace

Json to_json(const ReportInput& input, const ModuleTree& result) {
  std::string why;
  if (result.rows.empty()) {
    why = no_modules(input);
  } else {
    if (!result.has_twins) why = std::string("backward columns: ") + kNoTwins;
    if (!result.has_gpu_events) {
      why += std::string(why.empty() ? "" : "; ") + "device columns: " + kNoGpu;
    }
  }
  if (!result.rows.empty() && !result.has_memory_records) {
    why += std::string(why.empty() ? "" : "; ") + "bytes: " + kNoMemory;
  }
  Json out = {{"source", source_name(result.source)},
              {"rows", rows_json(input.trace, module_columns(input.trace, result), result.rows)}};
  if (!why.empty()) out["why"] = why;
  return out;
}

std::string to_text(const ReportInput& input, const ModuleTree& result) {
  if (result.rows.empty()) return "n/a: " + no_modules(input) + "\n";
  std::string text = first_rows_text(input.trace, module_columns(input.trace, result), result.rows);
  if (!result.has_twins) text += std::string("backward: ") + kNoTwins + "\n";
  if (!result.has_gpu_events) text += std::string("device: ") + kNoGpu + "\n";
  return text;
}

}  // namespace lanescope
