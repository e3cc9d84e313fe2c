#include <fmt/format.h>

#include "app/cli/output/text_table.h"
#include "app/cli/report/report.h"
#include "core/view/tables/row_columns.h"

namespace lanescope {
namespace {

using Align = TextTable::Align;

constexpr const char* kNoRanges =
    "the trace has no CUPTI profiler ranges (category cuda_profiler_range)";
constexpr const char* kNoMetrics = "values: the window has too many ranges to read them all";

std::string no_ops(const CounterTable& table) {
  return fmt::format("ops: {} kernel launches cannot be matched by their order, with {} ranges",
                     table.launches, table.ranges);
}

}  // namespace

Json to_json(const ReportInput& input, const CounterTable& result) {
  if (result.ranges == 0) return {{"count", nullptr}, {"why", kNoRanges}};
  const auto json = [&](CountersOf what, const std::vector<CounterRow>& rows) {
    return rows_json(input.trace, counter_columns(result, what), rows);
  };
  Json out = json(CountersOf::All, {result.all}).front();
  out["kernels"] = json(CountersOf::Kernels, result.kernels);
  out["ops"] = result.ops.empty() ? Json() : json(CountersOf::Operators, result.ops);
  std::string why = result.arguments_read ? "" : kNoMetrics;
  if (result.ops.empty()) why += (why.empty() ? "" : "; ") + no_ops(result);
  if (!why.empty()) out["why"] = why;
  return out;
}

std::string to_text(const ReportInput& input, const CounterTable& result) {
  if (result.ranges == 0) return std::string("n/a: ") + kNoRanges + "\n";
  if (!result.arguments_read) return std::string("n/a: ") + kNoMetrics + "\n";
  TextTable table({{"counter", Align::Left}, {"of", Align::Left}, {"value"}});
  for (const CounterValue& value : result.all.values) {
    table.add_row({printable(value.name, kReportNameWidth), value.adds_up ? "all" : "mean",
                   fmt::format("{:.6g}", value.value())});
  }
  const auto rows = [&](CountersOf what, const std::vector<CounterRow>& some) {
    return "\n" + first_rows_text(input.trace, counter_columns(result, what), some);
  };
  const std::string text = table.text() + rows(CountersOf::Kernels, result.kernels);
  if (result.ops.empty()) return text + "\nn/a: " + no_ops(result) + "\n";
  return text + rows(CountersOf::Operators, result.ops);
}

}  // namespace lanescope
