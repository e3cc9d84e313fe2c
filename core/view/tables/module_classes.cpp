#include "core/analysis/ops/module_classes.h"

#include <unordered_map>

#include "core/analysis/host/record_advice.h"
#include "core/view/tables/row_columns.h"
#include "core/view/text/time_text.h"

namespace lanescope {
namespace {

/// A column with a sum of a class's modules.
template <typename Member>
RowColumn<ModuleClass> sum_column(ColumnTitles titles, ValueKind kind, Member member,
                                  ColumnOptions how = {}) {
  return {std::move(titles), kind, [member](const ModuleClass& row) { return row.sums.*member; },
          how};
}

/// Finds the row of a module's class, from any of its calls.
auto row_finder(StackKind source, const std::vector<ModuleClass>& classes) {
  std::unordered_map<std::string, std::uint32_t> row_of;
  for (std::uint32_t i = 0; i < classes.size(); ++i) row_of[classes[i].name] = i;
  return [source, row_of = std::move(row_of)](const Snapshot& trace,
                                              EventId event) -> std::optional<std::uint32_t> {
    const auto home = trace.find_slice(event);
    if (!home) return std::nullopt;
    const std::string_view name = trace.text(home->chunk->name[home->slice]);
    const auto at = row_of.find(std::string(module_class_name(source, name)));
    return at == row_of.end() ? std::nullopt : std::optional(at->second);
  };
}

}  // namespace

RowColumns<ModuleClass> module_class_columns(const ModuleTree& tree) {
  using enum ValueKind;
  const bool gpu = tree.has_gpu_events, twins = tree.has_twins, memory = tree.has_memory_records;
  const ColumnOptions on_gpu{.usual = gpu, .given = gpu};
  const ColumnOptions on_host{.usual = !gpu};
  const ColumnOptions backward{.usual = twins && !gpu, .given = twins};
  const ColumnOptions backward_on_gpu{.usual = gpu && twins, .given = gpu && twins};
  const ColumnOptions host{.usual = memory && !gpu, .given = memory};
  const ColumnOptions device{.usual = memory && gpu, .given = memory && gpu};
  using Module = ModuleRow;
  return {// pane, text, JSON
          {{"", "module class", "name"}, Name, &ModuleClass::name},
          {{"Instances", kPaneTitle, "instances"}, Count, &ModuleClass::instances},
          sum_column({"Calls", kPaneTitle, "calls"}, Count, &Module::calls),
          sum_column({"Fwd self GPU", kPaneTitle, "forward_self_device_ns"}, Time,
                     &Module::forward_self_device_ns, on_gpu),
          sum_column({"Bwd self GPU", kPaneTitle, "backward_self_device_ns"}, Time,
                     &Module::backward_self_device_ns, backward_on_gpu),
          sum_column({"Fwd GPU", kPaneTitle, "forward_device_ns"}, Time, &Module::forward_device_ns,
                     on_gpu),
          sum_column({"Bwd GPU", kPaneTitle, "backward_device_ns"}, Time,
                     &Module::backward_device_ns, backward_on_gpu),
          sum_column({"Fwd self CPU", kPaneTitle, "forward_self_cpu_ns"}, Time,
                     &Module::forward_self_cpu_ns),
          sum_column({"Bwd self CPU", kPaneTitle, "backward_self_cpu_ns"}, Time,
                     &Module::backward_self_cpu_ns, backward),
          sum_column({"Fwd CPU", "", "forward_cpu_ns"}, Time, &Module::forward_cpu_ns, on_host),
          sum_column({"Bwd CPU", "", "backward_cpu_ns"}, Time, &Module::backward_cpu_ns, backward),
          sum_column({"Kernels", kPaneTitle, "kernels"}, Count, &Module::kernels, on_gpu),
          sum_column({"CPU mem", "", "host_bytes"}, Bytes, &Module::host_bytes, host),
          sum_column({"GPU mem", "", "device_bytes"}, Bytes, &Module::device_bytes, device),
          sum_column({"", "", "longest_event_id"}, Event, &Module::longest)};
}

DataTable module_classes_table(const DataInput& in, const std::stop_token& stop) {
  const Snapshot& trace = in.results.trace;
  const auto tree = in.results.of<ModuleTree>();
  const std::vector<ModuleClass> classes = module_classes(trace, *tree);
  DataTable table;
  table.name_title = "Module class";
  table.goes_to = "longest call";
  // With a backward pass the order is by a sum that no column shows.
  if (!tree->has_twins) table.ordered_by = tree->has_gpu_events ? "Fwd self GPU" : "Fwd self CPU";
  if (classes.empty())
    table.empty = "No modules: " + std::string(modules_advice(trace, in.results.window));
  const auto look = [](const ModuleClass& row) {
    return DataRow{.name = row.name, .own_name = row.name, .event = row.sums.longest};
  };
  fill_table(trace, module_class_columns(*tree), classes, look, stop, table);
  table.row_of = row_finder(tree->source, classes);
  if (!classes.empty())
    table.facts = counted(classes.size(), "class", "classes") + " of " +
                  counted(tree->rows.size(), "module") +
                  " · by self time, which excludes nested modules";
  return table;
}

}  // namespace lanescope
