#include <array>

#include <fmt/format.h>

#include "core/analysis/steps.h"
#include "core/view/data_tables.h"

namespace lanescope {
namespace {

constexpr std::array<std::string_view, kStepClasses> kClassTitles = {
    "Kernels", "Comm.", "Copies", "Fills", "Runtime", "Data loading", "CPU", "Other"};

}  // namespace

DataTable steps_table(const DataInput& in, const std::stop_token& stop) {
  const StepTable steps = analyse_steps(in.trace, in.window);
  DataTable table;
  table.name_title = "Step";
  table.empty = "No steps here: call profiler.step() in the training loop";
  table.columns = {{"Note", DataKind::Text}, {"Time", DataKind::Time}};
  for (const std::string_view title : kClassTitles) {
    table.columns.push_back({std::string(title), DataKind::Time});
  }
  for (const StepRow& step : steps.rows) {
    if (stop.stop_requested()) break;
    DataRow row;
    row.name = std::string(in.trace.text(step.step.name));
    row.full_name = step.step.name;
    row.event = step.step.event;
    row.role = role_of(CategoryKind::UserAnnotation, classify_name(row.name));
    row.shade = shade_of(row.name);
    row.cells = {text_cell(step.warm_up   ? "warm-up"
                           : step.outlier ? "outlier"
                                          : ""),
                 time_cell(step.step.range.length_ns())};
    for (const Ns part_ns : step.classes_ns) row.cells.push_back(time_cell(part_ns));
    table.rows.push_back(std::move(row));
  }
  if (!table.rows.empty()) {
    table.facts = fmt::format("median {} · from {} to {}, without warm-up",
                              format_duration(static_cast<Ns>(steps.spread_ns.median)),
                              format_duration(static_cast<Ns>(steps.spread_ns.min)),
                              format_duration(static_cast<Ns>(steps.spread_ns.max)));
  }
  return table;
}

}  // namespace lanescope
