#include <fmt/format.h>

#include "app/cli/output/text_table.h"
#include "app/cli/report/report.h"
#include "core/analysis/host/site.h"

namespace lanescope {
namespace {

using Align = TextTable::Align;

std::string cost_text(const PatternRow& row) {
  if (row.gpu_ns != 0) return format_duration(row.gpu_ns) + " GPU";
  return row.host_ns != 0 ? format_duration(row.host_ns) + " host" : "–";
}

}  // namespace

Json to_json(const ReportInput& input, const PatternTable& result) {
  Json rows = Json::array();
  for (const PatternRow& row : result.rows) {
    rows.push_back({{"pattern", pattern_name(row.pattern)},
                    {"title", pattern_title(row.pattern)},
                    {"name", json_text_or_null(input.trace, row.name)},
                    {"count", row.count},
                    {"host_ns", row.host_ns},
                    {"gpu_ns", row.gpu_ns},
                    {"source", json_slice_name(input.trace, row.source)},
                    {"event_id", json_event(row.first)}});
  }
  Json unchecked = Json::array();
  for (const UncheckedPattern& one : result.unchecked) {
    unchecked.push_back({{"pattern", pattern_name(one.pattern)}, {"why", one.why}});
  }
  return {{"steps", result.steps}, {"rows", std::move(rows)}, {"unchecked", std::move(unchecked)}};
}

std::string to_text(const ReportInput& input, const PatternTable& result) {
  std::string text = "none found\n";
  if (!result.rows.empty()) {
    TextTable table({{"pattern", Align::Left},
                     {"where", Align::Left},
                     {"count"},
                     {"takes"},
                     {"source", Align::Left}});
    for (std::size_t i = 0; i < std::min(result.rows.size(), kMostRows); ++i) {
      const PatternRow& row = result.rows[i];
      const StringId source = slice_name(input.trace, row.source);
      table.add_row({std::string(pattern_title(row.pattern)),
                     printable(input.trace.text(row.name), kReportNameWidth / 2),
                     format_count(static_cast<std::int64_t>(row.count)), cost_text(row),
                     printable(input.trace.text(source), kReportNameWidth / 2)});
    }
    text = table.text() + more_rows(result.rows.size());
  }
  if (result.unchecked.empty()) return text;
  const std::size_t unchecked = result.unchecked.size();
  return text + fmt::format("{} {} could not be looked for, see --json\n", unchecked,
                            unchecked == 1 ? "pattern" : "patterns");
}

}  // namespace lanescope
