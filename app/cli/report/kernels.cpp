#include <cmath>

#include "app/cli/output/text_table.h"
#include "app/cli/report/report.h"
#include "core/analysis/kernels/shapes.h"

namespace lanescope {
namespace {

using Align = TextTable::Align;

Ns whole_ns(double value_ns) {
  return static_cast<Ns>(std::llround(value_ns));
}

Json row_json(const Snapshot& trace, const KernelRow& row, const KernelShape& shape) {
  Json ops = Json::array();
  for (const StringId op : row.ops) ops.push_back(json_text(trace, op));
  return {{"name", json_text(trace, row.name)},
          {"count", row.count},
          {"total_ns", row.total_ns},
          {"mean_ns", whole_ns(row.mean_ns)},
          {"min_ns", row.min_ns},
          {"max_ns", row.max_ns},
          {"std_ns", whole_ns(row.std_ns)},
          {"median_ns", whole_ns(row.median_ns)},
          {"p90_ns", whole_ns(row.p90_ns)},
          {"p99_ns", whole_ns(row.p99_ns)},
          {"blocks_per_sm", json_or_null(shape.blocks_per_sm)},
          {"occupancy_pct", json_or_null(shape.occupancy_pct)},
          {"tensor_core", row.tensor_core},
          {"class", gpu_class_name(row.gpu_class)},
          {"ops", std::move(ops)}};
}

}  // namespace

Json to_json(const ReportInput& input, const KernelTable& result) {
  const auto shapes = read_kernel_shapes(input.trace, input.window, input.read);
  Json rows = Json::array();
  bool all_shapes = shapes.has_value();
  for (const KernelRow& row : result.rows) {
    const auto at =
        shapes ? shapes->find(row.name) : std::map<StringId, KernelShape>::const_iterator{};
    const KernelShape shape = shapes && at != shapes->end() ? at->second : KernelShape{};
    all_shapes = all_shapes && shape.blocks_per_sm && shape.occupancy_pct;
    rows.push_back(row_json(input.trace, row, shape));
  }
  Json out = {{"gpu_total_ns", result.gpu_ns}};
  if (!shapes) {
    out["why"] = "blocks_per_sm, occupancy_pct: the window has too many kernels to read them all";
  } else if (!all_shapes) {
    out["why"] = "blocks_per_sm, occupancy_pct: not recorded with these kernels";
  }
  out["rows"] = std::move(rows);
  return out;
}

std::string to_text(const ReportInput& input, const KernelTable& result) {
  if (result.rows.empty()) return "n/a: the window has no kernels\n";
  TextTable table({{"kernel", Align::Left},
                   {"class", Align::Left},
                   {"count"},
                   {"total"},
                   {"of GPU time"},
                   {"mean"},
                   {"min"},
                   {"max"},
                   {"launched by", Align::Left}});
  const std::size_t shown = std::min(result.rows.size(), kMostRows);
  std::vector<StringId> names;
  for (std::size_t i = 0; i < shown; ++i) names.push_back(result.rows[i].name);
  const std::vector<std::string> titles = short_titles(input.trace, names);
  for (std::size_t i = 0; i < shown; ++i) {
    const KernelRow& row = result.rows[i];
    table.add_row(
        {titles[i], std::string(gpu_class_name(row.gpu_class)) + (row.tensor_core ? " TC" : ""),
         format_count(static_cast<std::int64_t>(row.count)), format_duration(row.total_ns),
         percent(static_cast<double>(row.total_ns), static_cast<double>(result.gpu_ns)),
         format_duration(whole_ns(row.mean_ns)), format_duration(row.min_ns),
         format_duration(row.max_ns), ops_text(input.trace, row.ops)});
  }
  return table.text() + more_rows(result.rows.size());
}

}  // namespace lanescope
