#include "core/analysis/ops/modules.h"

#include <algorithm>
#include <functional>

#include "core/analysis/host/record_advice.h"
#include "core/store/nesting_stack.h"
#include "core/view/tables/graph_note.h"
#include "core/view/tables/row_columns.h"
#include "core/view/text/time_text.h"

namespace lanescope {
namespace {

std::string facts_of(const ModuleTree& tree) {
  const std::size_t rows = tree.rows.size();
  std::string facts = counted(rows, "module");
  if (tree.source == StackKind::Ranges) facts = counted(rows, "record_function range");
  if (tree.source == StackKind::Forward) facts = counted(rows, "forward() call");
  if (tree.source != StackKind::Modules) facts += " (no nn.Module in the trace)";
  if (!tree.has_twins) facts += " · the trace does not link backward to forward";
  if (const std::string note = graph_note(tree.graphs); !note.empty()) facts += " · " + note;
  return facts;
}

/// The same tree with siblings in the order of their first calls, without recursion.
std::vector<ModuleRow> in_model_order(const std::vector<ModuleRow>& rows) {
  std::vector<std::vector<std::uint32_t>> inside(rows.size() + 1);  // the last is for the top
  for (std::uint32_t i = 0; i < rows.size(); ++i)
    inside[rows[i].parent == kNoParent ? rows.size() : rows[i].parent].push_back(i);
  std::vector<ModuleRow> out;
  std::vector<std::uint32_t> next;
  const auto enter = [&](std::vector<std::uint32_t>& siblings) {
    std::ranges::sort(siblings, std::greater<>(),
                      [&rows](std::uint32_t row) { return rows[row].order; });
    next.insert(next.end(), siblings.begin(), siblings.end());
  };
  enter(inside.back());
  while (!next.empty()) {
    const std::uint32_t row = next.back();
    next.pop_back();
    out.push_back(rows[row]);
    enter(inside[row]);
  }
  return out;
}

}  // namespace

RowColumns<ModuleRow> module_columns(const Snapshot& trace, const ModuleTree& tree) {
  using enum ValueKind;
  constexpr std::size_t kMostIndents = 14;
  const bool gpu = tree.has_gpu_events, twins = tree.has_twins, memory = tree.has_memory_records;
  const auto title = [&](const ModuleRow& row) {
    const std::size_t indents = std::min<std::size_t>(row.depth, kMostIndents);
    return MarkedName{std::string(2 * indents, ' '),
                      std::string(module_title(tree.source, trace.text(row.name))), ""};
  };
  const auto parent = [](const ModuleRow& row) {
    return row.parent == kNoParent ? std::nullopt : std::optional(row.parent);
  };
  using Module = ModuleRow;
  const ColumnOptions on_gpu{.usual = gpu, .given = gpu};
  const ColumnOptions backward{.usual = twins, .given = twins};
  const ColumnOptions backward_on_gpu{.usual = gpu && twins, .given = gpu && twins};
  const ColumnOptions more{.usual = false, .given = twins};
  const ColumnOptions more_on_gpu{.usual = false, .given = gpu && twins};
  const ColumnOptions host{.usual = memory && !gpu, .given = memory};
  const ColumnOptions device{.usual = memory && gpu, .given = memory && gpu};
  RowColumns<ModuleRow> columns = {
      // pane, text, JSON
      {{"", "module", "name"}, Name, title},
      {{"", "", "parent"}, Id, parent},
      {{"", "", "depth"}, Count, &Module::depth},
      {{"Calls", kPaneTitle, "calls"}, Count, &Module::calls},
      {{"Fwd CPU", kPaneTitle, "forward_cpu_ns"}, Time, &Module::forward_cpu_ns},
      {{"Fwd self CPU", kPaneTitle, "forward_self_cpu_ns"},
       Time,
       &Module::forward_self_cpu_ns,
       {.usual = !gpu}},
      {{"Fwd GPU", kPaneTitle, "forward_device_ns"}, Time, &Module::forward_device_ns, on_gpu},
      {{"Fwd self GPU", kPaneTitle, "forward_self_device_ns"},
       Time,
       &Module::forward_self_device_ns,
       on_gpu},
      {{"Bwd CPU", kPaneTitle, "backward_cpu_ns"}, Time, &Module::backward_cpu_ns, backward},
      {{"Bwd self CPU", "", "backward_self_cpu_ns"}, Time, &Module::backward_self_cpu_ns, more},
      {{"Bwd GPU", kPaneTitle, "backward_device_ns"},
       Time,
       &Module::backward_device_ns,
       backward_on_gpu},
      {{"Bwd self GPU", "", "backward_self_device_ns"},
       Time,
       &Module::backward_self_device_ns,
       more_on_gpu},
      {{"Kernels", kPaneTitle, "kernels"}, Count, &Module::kernels, on_gpu},
      {{"CPU mem", "", "host_bytes"}, Bytes, &Module::host_bytes, host},
      {{"GPU mem"}, Bytes, &Module::device_bytes, device},
      {{"", "", "device_bytes"}, Bytes, &Module::device_bytes, {.given = memory}},
      {{"", "", "longest_event_id"}, Event, &Module::longest}};
  if (tree.graphs.kernels > 0) {
    columns.add({{{"Graph kernels", kPaneTitle, "graph_kernels"}, Count, &Module::graph_kernels}});
  }
  return columns;
}

DataTable modules_table(const DataInput& in, ModuleOrder order, const std::stop_token& stop) {
  const Snapshot& trace = in.results.trace;
  const auto tree = in.results.of<ModuleTree>();
  DataTable table;
  table.name_title = "Module";
  table.goes_to = "longest call";
  const bool stacks = !is_recording(trace) && trace_has(trace, CategoryKind::PythonFunction);
  table.empty = stacks ? "The Python stacks contain no nn.Module calls: " : "No modules: ";
  if (tree->rows.empty()) table.empty += modules_advice(trace, in.results.window);
  const auto look = [&](const ModuleRow& row) {
    return DataRow{.name = std::string(module_title(tree->source, trace.text(row.name))),
                   .full_name = row.name,
                   .event = row.longest,
                   .depth = row.depth};
  };
  const bool as_found = order == ModuleOrder::Time;
  fill_table(trace, module_columns(trace, *tree),
             as_found ? tree->rows : in_model_order(tree->rows), look, stop, table);
  if (!table.rows.empty()) table.facts = facts_of(*tree);
  return table;
}

}  // namespace lanescope
