#include "app/cli/report/graph_counts.h"
#include "app/cli/report/report.h"
#include "core/analysis/host/record_advice.h"
#include "core/view/tables/graph_note.h"
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
  const std::vector<ModuleClass> classes = module_classes(input.trace, result);
  Json out =
      Reasons({{!any, no_modules(input)},
               {any && !result.has_twins, std::string("backward columns: ") + kNoTwins},
               {any && !result.has_gpu_events, "device columns: " + no_gpu(input)},
               {any && !result.has_memory_records, "bytes: " + no_memory(input.trace)}})
          .added_to(
              {{"source", source_name(result.source)},
               {"rows", rows_json(input.trace, module_columns(input.trace, result), result.rows)},
               {"classes", rows_json(input.trace, module_class_columns(result), classes)}});
  if (const Json graphs = graph_counts_json(result.graphs); !graphs.is_null())
    out["graphs"] = graphs;
  return out;
}

std::string to_text(const ReportInput& input, const ModuleTree& result) {
  if (result.rows.empty()) return "n/a: " + no_modules(input) + "\n";
  std::string text = first_rows_text(input.trace, module_columns(input.trace, result), result.rows);
  text += "\nby class, most self time first; self excludes nested modules\n";
  text += first_rows_text(input.trace, module_class_columns(result),
                          module_classes(input.trace, result));
  if (const std::string note = graph_note(result.graphs); !note.empty()) text += note + "\n";
  if (!result.has_twins) text += std::string("backward: ") + kNoTwins + "\n";
  if (!result.has_gpu_events) text += "GPU: " + no_gpu(input) + "\n";
  return text;
}

}  // namespace lanescope
