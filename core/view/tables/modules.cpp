#include "core/analysis/ops/modules.h"

#include "core/analysis/host/record_advice.h"
#include "core/view/tables/data_tables.h"

namespace lanescope {
namespace {

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
  add(tree.has_memory_records ? bytes_cell(row.host_bytes) : DataCell{});
  add(tree.has_memory_records && gpu ? bytes_cell(row.device_bytes) : DataCell{});
}

std::string facts_of(const ModuleTree& tree) {
  const std::string rows = format_count(static_cast<std::int64_t>(tree.rows.size()));
  std::string facts = rows + " modules";
  if (tree.source == StackKind::Ranges) facts = rows + " ranges of record_function";
  if (tree.source == StackKind::Forward) facts = rows + " calls of forward()";
  if (tree.source != StackKind::Modules) facts += ", as the trace has no nn.Module";
  if (!tree.has_twins) facts += " · the trace does not link backward to forward";
  return facts;
}

}  // namespace

DataTable modules_table(const DataInput& in, const std::stop_token& stop) {
  const auto found_tree = in.results.of<ModuleTree>();
  const ModuleTree& tree = *found_tree;
  const bool gpu = tree.has_gpu_events;
  const bool twins = tree.has_twins;
  DataTable table;
  table.name_title = "Module";
  const bool stacks =
      !is_recording(in.results.trace) && trace_has(in.results.trace, CategoryKind::PythonFunction);
  table.empty = stacks ? "The Python stacks here name no nn.Module calls: " : "No modules here: ";
  if (tree.rows.empty()) table.empty += modules_advice(in.results.trace, in.results.window);
  table.columns = {{"Calls", DataKind::Count},
                   {"Fwd CPU", DataKind::Time},
                   {"Fwd self CPU", DataKind::Time, !gpu},
                   {"Fwd device", DataKind::Time, gpu},
                   {"Fwd self dev.", DataKind::Time, gpu},
                   {"Bwd CPU", DataKind::Time, twins},
                   {"Bwd self CPU", DataKind::Time, false},
                   {"Bwd device", DataKind::Time, gpu && twins},
                   {"Bwd self dev.", DataKind::Time, false},
                   {"Kernels", DataKind::Count, gpu},
                   {"CPU mem", DataKind::Bytes, tree.has_memory_records && !gpu},
                   {"Device mem", DataKind::Bytes, tree.has_memory_records && gpu}};
  for (const ModuleRow& row : tree.rows) {
    if (stop.stop_requested()) break;
    DataRow out;
    out.name = std::string(module_title(tree.source, in.results.trace.text(row.name)));
    out.full_name = row.name;
    out.event = row.longest;
    out.depth = row.depth;
    add_cells(out, row, tree);
    table.rows.push_back(std::move(out));
  }
  if (!table.rows.empty()) table.facts = facts_of(tree);
  return table;
}

}  // namespace lanescope
