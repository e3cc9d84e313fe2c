#include "app/cli/report/report.h"
#include "core/view/tables/row_columns.h"

namespace lanescope {

Json to_json(const ReportInput& input, const KernelTable& result) {
  const auto& shapes = input.of<KernelShapes>()->of_name;
  const bool all_shapes = std::ranges::all_of(result.rows, [&](const KernelRow& row) {
    if (!shapes) return false;
    const auto at = shapes->find(row.name);
    return at != shapes->end() && at->second.blocks_per_sm && at->second.occupancy_pct;
  });
  Json out = {{"gpu_total_ns", result.gpu_ns}};
  if (!shapes) {
    out["why"] = "blocks_per_sm, occupancy_pct: the window has too many kernels to read them all";
  } else if (!all_shapes) {
    out["why"] = "blocks_per_sm, occupancy_pct: not recorded with these kernels";
  }
  const auto columns =
      kernel_columns(input.trace, result, KernelGroupBy::Name, shapes ? &*shapes : nullptr);
  out["rows"] = rows_json(input.trace, columns, result.rows);
  return out;
}

std::string to_text(const ReportInput& input, const KernelTable& result) {
  if (result.rows.empty()) return "n/a: " + no_kernels(input) + "\n";
  return first_rows_text(input.trace, kernel_columns(input.trace, result), result.rows);
}

}  // namespace lanescope
