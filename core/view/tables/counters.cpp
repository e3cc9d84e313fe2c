#include "core/analysis/gpu_time/counters.h"

#include <algorithm>
#include <limits>
#include <string_view>
#include <unordered_map>

#include <fmt/format.h>

#include "core/view/tables/data_tables.h"
#include "core/view/text/short_name.h"

namespace lanescope {
namespace {

/// How many bytes two names have in common at their fronts.
std::size_t common_front(std::string_view a, std::string_view b) {
  return static_cast<std::size_t>(std::ranges::mismatch(a, b).in1 - a.begin());
}

/// Names of metrics begin alike; what tells them from each other begins behind a "_".
std::size_t shared_front(const std::vector<CounterValue>& values) {
  if (values.size() < 2) return 0;
  std::size_t front = std::numeric_limits<std::size_t>::max();
  for (const CounterValue& value : values)
    front = std::min(front, common_front(value.name, values.front().name));
  const std::size_t at = std::string_view(values.front().name).substr(0, front).rfind('_');
  return at == std::string_view::npos ? 0 : at + 1;
}

/// A cell for each metric.
void add_metrics(const CounterRow& row, const std::vector<CounterValue>& metrics, DataRow& out) {
  std::unordered_map<std::string_view, const CounterValue*> of_name;
  for (const CounterValue& value : row.values) of_name.emplace(value.name, &value);
  for (const CounterValue& metric : metrics) {
    const auto found = of_name.find(metric.name);
    out.cells.push_back(found == of_name.end() ? DataCell{}
                                               : scaled_cell(found->second->value(), ""));
  }
}

}  // namespace

DataTable counters_table(const DataInput& in, const std::stop_token& stop) {
  const auto found_counters = in.results.of<CounterTable>();
  const CounterTable& counters = *found_counters;
  DataTable table;
  table.name_title = "Kernel";
  table.columns = {{"Ranges", DataKind::Count}, {"FLOP", DataKind::Count}};
  table.empty = "No hardware counters here: no ranges of CUPTI's profiler in the window";
  const std::size_t front = shared_front(counters.all.values);
  for (const CounterValue& value : counters.all.values)
    table.columns.push_back({value.name.substr(front), DataKind::Count, value.total > 0});
  table.columns.push_back({"Launched by", DataKind::Text, !counters.ops.empty()});
  for (const CounterRow& one : counters.kernels) {
    if (stop.stop_requested()) break;
    const std::string_view name = in.results.trace.text(one.name);
    DataRow row;
    row.name = short_name(name);
    row.full_name = one.name;
    row.event = one.first;
    row.role = role_of(CategoryKind::Kernel, classify_name(name));
    row.shade = shade_of(name);
    row.cells = {count_cell(one.ranges), one.flops ? scaled_cell(*one.flops, "FLOP") : DataCell{}};
    add_metrics(one, counters.all.values, row);
    row.cells.push_back(
        text_cell(one.ops.empty() ? "" : std::string(in.results.trace.text(one.ops.front()))));
    table.rows.push_back(std::move(row));
  }
  if (counters.ranges != 0) {
    table.facts = fmt::format("hardware counters of {} kernels",
                              format_count(static_cast<std::int64_t>(counters.ranges)));
  }
  return table;
}

}  // namespace lanescope
