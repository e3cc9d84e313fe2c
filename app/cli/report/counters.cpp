#include <fmt/format.h>

#include "app/cli/output/text_table.h"
#include "app/cli/report/report.h"

namespace lanescope {
namespace {

using Align = TextTable::Align;

constexpr const char* kNoRanges =
    "the trace has no ranges of CUPTI's profiler (category cuda_profiler_range)";
constexpr const char* kNoMetrics = "values: the window has too many ranges to read them all";

std::string no_ops(const CounterTable& table) {
  return fmt::format(
      "ops: {} launches of kernels cannot be told from each other by their order, with {} ranges",
      table.launches, table.ranges);
}

Json row_json(const Snapshot& trace, const CounterRow& row, const char* name) {
  Json values = Json::object();
  for (const CounterValue& value : row.values) values[value.name] = value.value();
  Json out = {{"count", row.ranges},
              {"flops", json_or_null(row.flops)},
              {"values", std::move(values)},
              {"event_id", row.first == EventId::None ? Json() : Json(index_of(row.first))}};
  if (name != nullptr) out[name] = json_text_or_null(trace, row.name);
  return out;
}

std::string rows_text(const ReportInput& input, const char* head,
                      const std::vector<CounterRow>& rows, bool with_ops) {
  std::vector<TextTable::Column> columns{{head, Align::Left}, {"count"}, {"FLOP"}};
  if (with_ops) columns.push_back({"launched by", Align::Left});
  TextTable table(std::move(columns));
  for (std::size_t i = 0; i < std::min(rows.size(), kMostRows); ++i) {
    const std::string name = printable(input.trace.text(rows[i].name), kReportNameWidth);
    std::vector<std::string> cells{name.empty() ? "(no op)" : name,
                                   format_count(static_cast<std::int64_t>(rows[i].ranges)),
                                   rows[i].flops ? fmt::format("{:.4g}", *rows[i].flops) : "n/a"};
    if (with_ops) cells.push_back(ops_text(input.trace, rows[i].ops));
    table.add_row(std::move(cells));
  }
  return table.text() + more_rows(rows.size());
}

}  // namespace

Json to_json(const ReportInput& input, const CounterTable& result) {
  if (result.ranges == 0) return {{"count", nullptr}, {"why", kNoRanges}};
  Json kernels = Json::array(), ops = Json::array();
  for (const CounterRow& row : result.kernels) {
    Json one = row_json(input.trace, row, "kernel");
    Json launched_by = Json::array();
    for (const StringId op : row.ops) launched_by.push_back(json_text(input.trace, op));
    one["ops"] = result.ops.empty() ? Json() : std::move(launched_by);
    kernels.push_back(std::move(one));
  }
  for (const CounterRow& row : result.ops) ops.push_back(row_json(input.trace, row, "op"));
  Json out = row_json(input.trace, result.all, nullptr);
  out["kernels"] = std::move(kernels);
  out["ops"] = result.ops.empty() ? Json() : std::move(ops);
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
  std::string text =
      table.text() + "\n" + rows_text(input, "kernel", result.kernels, !result.ops.empty());
  if (result.ops.empty()) return text + "\nn/a: " + no_ops(result) + "\n";
  return text + "\n" + rows_text(input, "op", result.ops, false);
}

}  // namespace lanescope
