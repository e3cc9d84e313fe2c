#include "core/analysis/gpu_time/counters.h"

#include <algorithm>
#include <limits>
#include <memory>
#include <string_view>
#include <unordered_map>

#include <fmt/format.h>

#include "core/view/tables/row_columns.h"
#include "core/view/text/time_text.h"

namespace lanescope {
namespace {

/// Length of the common prefix of two names.
std::size_t common_front(std::string_view a, std::string_view b) {
  return static_cast<std::size_t>(std::ranges::mismatch(a, b).in1 - a.begin());
}

/// Metric names start alike; the distinguishing part starts after a "_".
std::size_t shared_front(const std::vector<CounterValue>& values) {
  if (values.size() < 2) return 0;
  std::size_t front = std::numeric_limits<std::size_t>::max();
  for (const CounterValue& value : values)
    front = std::min(front, common_front(value.name, values.front().name));
  const std::size_t at = std::string_view(values.front().name).substr(0, front).rfind('_');
  return at == std::string_view::npos ? 0 : at + 1;
}

/// The metrics of kernels. A malicious range may have tens of thousands.
using MetricIndex =
    std::unordered_map<const CounterRow*, std::unordered_map<std::string_view, double>>;

std::shared_ptr<const MetricIndex> index_metrics(const CounterTable& table) {
  const auto index = std::make_shared<MetricIndex>();
  for (const CounterRow& row : table.kernels) {
    for (const CounterValue& value : row.values) (*index)[&row].emplace(value.name, value.value());
  }
  return index;
}

/// A pane column for each metric, for the table's own rows.
void add_metrics(const CounterTable& table, RowColumns<CounterRow>& columns) {
  const std::size_t front = shared_front(table.all.values);
  const auto index = index_metrics(table);
  for (const CounterValue& metric : table.all.values) {
    const auto value = [index, name = std::string_view(metric.name)](
                           const CounterRow& row) -> std::optional<double> {
      const auto of_row = index->find(&row);
      if (of_row == index->end()) return std::nullopt;
      const auto at = of_row->second.find(name);
      return at == of_row->second.end() ? std::nullopt : std::optional(at->second);
    };
    columns.add(
        {{{metric.name.substr(front)}, ValueKind::Scaled, value, {.usual = metric.total > 0}}});
  }
}

/// The titles of metrics lack what all of them begin with.
void explain_metrics(const CounterTable& counters, DataTable& table) {
  const std::size_t front = shared_front(counters.all.values);
  for (const CounterValue& metric : counters.all.values) {
    const auto column =
        std::ranges::find(table.columns, metric.name.substr(front), &DataColumn::title);
    if (column != table.columns.end()) column->help = metric.name + ", summed over the ranges";
  }
}

NamedNumbers numbers_of(const CounterRow& row) {
  NamedNumbers numbers;
  for (const CounterValue& value : row.values) numbers.emplace_back(value.name, value.value());
  return numbers;
}

}  // namespace

RowColumns<CounterRow> counter_columns(const CounterTable& table, CountersOf what) {
  using enum ValueKind;
  const bool ops_known = !table.ops.empty();
  RowColumns<CounterRow> columns = {
      {{"Ranges", kPaneTitle, "count"}, Count, &CounterRow::ranges},
      {{"FLOP", kPaneTitle, "flops"}, Scaled, &CounterRow::flops, {.unit = "FLOP"}},
      {{"", "", "values"}, Numbers, numbers_of},
      {{"", "", "event_id"}, Event, &CounterRow::first}};
  if (what == CountersOf::All) return columns;
  const bool kernels = what == CountersOf::Kernels;
  const char* name = kernels ? "kernel" : "op";
  columns.insert(columns.begin(),
                 {{"", name, name}, NameOrNone, &CounterRow::name, {.none = "(no operator)"}});
  columns.keys = {"count", "flops", "values", "event_id"};
  if (!kernels) return columns;
  add_metrics(table, columns);
  columns.add({{{"Launched by", ops_known ? kPaneTitle : ""},
                Names,
                &CounterRow::ops,
                {.usual = ops_known}},
               {{"", "", "ops"}, Names, &CounterRow::ops, {.given = ops_known}}});
  return columns;
}

DataTable counters_table(const DataInput& in, const std::stop_token& stop) {
  const auto counters = in.results.of<CounterTable>();
  DataTable table{.name_title = "Kernel",
                  .empty = "No hardware counters: no CUPTI profiler ranges in the window"};
  const auto look = [&](const CounterRow& row) {
    return named_row(in.results.trace, CategoryKind::Kernel, row.name, row.first);
  };
  fill_table(in.results.trace, counter_columns(*counters, CountersOf::Kernels), counters->kernels,
             look, stop, table);
  explain_metrics(*counters, table);
  if (counters->ranges != 0) {
    table.facts = "hardware counters of " + counted(counters->ranges, "kernel");
  }
  return table;
}

}  // namespace lanescope
