#include <fmt/format.h>

#include "core/analysis/modules.h"
#include "core/view/data_tables.h"

namespace lanescope {
namespace {

constexpr std::string_view kPrefix = "nn.Module: ";

void add_cells(DataRow& out, const ModuleRow& row, const ModuleTree& tree) {
  const auto add = [&out](DataCell cell) { out.cells.push_back(std::move(cell)); };
  const auto given = [&add](bool known, Ns time_ns) {
    add(known ? time_cell(time_ns) : DataCell{});
  };
  const bool gpu = tree.has_gpu_events;
  const bool twins = tree.has_twins;
  add(count_cell(row.calls));
  given(true, row.forward_cpu_ns);
  given(true, row.forward_self_cpu_ns);
  given(gpu, row.forward_device_ns);
  given(gpu, row.forward_self_device_ns);
  given(twins, row.backward_cpu_ns);
  given(twins, row.backward_self_cpu_ns);
  given(gpu && twins, row.backward_device_ns);
  given(gpu && twins, row.backward_self_device_ns);
  add(gpu ? count_cell(row.kernels) : DataCell{});
}

}  // namespace

DataTable modules_table(const DataInput& in, const std::stop_token& stop) {
  const ModuleTree tree = analyse_modules(in.trace, in.window, stop);
  const bool gpu = tree.has_gpu_events;
  const bool twins = tree.has_twins;
  DataTable table;
  table.name_title = "Module";
  table.empty = "No modules here: record with with_stack=True, with_modules=True";
  table.columns = {{"Calls", DataKind::Count},
                   {"Fwd CPU", DataKind::Time},
                   {"Fwd self CPU", DataKind::Time, !gpu},
                   {"Fwd device", DataKind::Time, gpu},
                   {"Fwd self dev.", DataKind::Time, gpu},
                   {"Bwd CPU", DataKind::Time, twins},
                   {"Bwd self CPU", DataKind::Time, false},
                   {"Bwd device", DataKind::Time, gpu && twins},
                   {"Bwd self dev.", DataKind::Time, false},
                   {"Kernels", DataKind::Count, gpu}};
  for (const ModuleRow& row : tree.rows) {
    if (stop.stop_requested()) break;
    const std::string_view name = in.trace.text(row.name);
    DataRow out;
    out.name = std::string(name.starts_with(kPrefix) ? name.substr(kPrefix.size()) : name);
    out.full_name = row.name;
    out.event = row.longest;
    out.depth = row.depth;
    add_cells(out, row, tree);
    table.rows.push_back(std::move(out));
  }
  if (!table.rows.empty()) {
    table.facts =
        fmt::format("{} modules{}", format_count(static_cast<std::int64_t>(table.rows.size())),
                    twins ? "" : " · the trace does not link backward to forward");
  }
  return table;
}

}  // namespace lanescope
