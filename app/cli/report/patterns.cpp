#include <fmt/format.h>

#include "app/cli/report/report.h"
#include "core/analysis/host/site.h"
#include "core/view/text/time_text.h"

namespace lanescope {
namespace {

std::string cost_text(const PatternRow& row) {
  if (row.gpu_ns != 0) return format_duration(row.gpu_ns) + " GPU";
  return row.host_ns != 0 ? format_duration(row.host_ns) + " host" : "n/a";
}

RowColumns<PatternRow> pattern_columns(const Snapshot& trace) {
  using enum ValueKind;
  const auto name = [](const PatternRow& row) { return pattern_name(row.pattern); };
  const auto title = [](const PatternRow& row) { return pattern_title(row.pattern); };
  const auto source = [&](const PatternRow& row) { return slice_name(trace, row.source); };
  const ColumnOptions half{.width = kReportNameWidth / 2};
  return {// text, JSON
          {{"", "", "pattern"}, Words, name},
          {{"", "pattern", "title"}, Words, title},
          {{"", "where", "name"}, NameOrNone, &PatternRow::name, half},
          {{"", "count", "count"}, Count, &PatternRow::count},
          {{"", "", "host_ns"}, Time, &PatternRow::host_ns},
          {{"", "", "gpu_ns"}, Time, &PatternRow::gpu_ns},
          {{"", "cost"}, Figure, cost_text},
          {{"", "source", "source"}, NameOrNone, source, half},
          {{"", "", "event_id"}, Event, &PatternRow::first}};
}

}  // namespace

Json to_json(const ReportInput& input, const PatternTable& result) {
  return {{"steps", result.steps},
          {"rows", rows_json(input.trace, pattern_columns(input.trace), result.rows)},
          {"unchecked", json_list(result.unchecked, [](const UncheckedPattern& one) -> Json {
             return {{"pattern", pattern_name(one.pattern)}, {"why", one.why}};
           })}};
}

std::string to_text(const ReportInput& input, const PatternTable& result) {
  std::string text = "none found\n";
  if (!result.rows.empty())
    text = first_rows_text(input.trace, pattern_columns(input.trace), result.rows);
  if (result.unchecked.empty()) return text;
  return text + counted(result.unchecked.size(), "pattern") + " not checked; see --json\n";
}

}  // namespace lanescope
