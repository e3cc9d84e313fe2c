#include "app/cli/report/graph_counts.h"
#include "app/cli/report/report.h"
#include "core/view/tables/graph_note.h"
#include "core/view/tables/row_columns.h"

namespace lanescope {
namespace {

constexpr std::string_view kShapeKeys =
    "blocks_per_sm, occupancy_pct, registers_per_thread, shared_memory_bytes";

}  // namespace

Json to_json(const ReportInput& input, const KernelTable& result) {
  const auto& shapes = input.of<KernelShapes>()->of_name;
  const bool all_shapes = std::ranges::all_of(result.rows, [&](const KernelRow& row) {
    if (!shapes) return false;
    const auto at = shapes->find(row.name);
    if (at == shapes->end()) return false;
    const KernelShape& shape = at->second;
    return shape.blocks_per_sm && shape.occupancy_pct && shape.registers && shape.shared_bytes;
  });
  Json out = {{"gpu_total_ns", result.gpu_ns}};
  if (!shapes) {
    out["why"] = std::string(kShapeKeys) + ": the window has too many kernels to read them all";
  } else if (!all_shapes) {
    out["why"] = std::string(kShapeKeys) + ": not all recorded with these kernels";
  }
  if (const Json graphs = graph_counts_json(result.graphs); !graphs.is_null())
    out["graphs"] = graphs;
  const auto columns =
      kernel_columns(input.trace, result, KernelGroupBy::Name, shapes ? &*shapes : nullptr);
  out["rows"] = rows_json(input.trace, columns, result.rows);
  return out;
}

std::string to_text(const ReportInput& input, const KernelTable& result) {
  if (result.rows.empty()) return "n/a: " + no_kernels(input) + "\n";
  std::string text = first_rows_text(input.trace, kernel_columns(input.trace, result), result.rows);
  if (const std::string note = graph_note(result.graphs); !note.empty()) text += note + "\n";
  return text;
}

}  // namespace lanescope
