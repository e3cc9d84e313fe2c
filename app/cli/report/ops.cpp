#include <algorithm>
#include <span>

#include "app/cli/report/graph_counts.h"
#include "app/cli/report/report.h"
#include "core/view/tables/graph_note.h"
#include "core/view/tables/row_columns.h"

namespace lanescope {
namespace {

/// Why no operator has a group.
const char* why_ungrouped(OpGroupBy by) {
  switch (by) {
    case OpGroupBy::Name:
      return "rows are grouped by name alone";
    case OpGroupBy::Shape:
      return "no operator has Input Dims; record with record_shapes=True";
    case OpGroupBy::Stack:
      return "no operator ran inside a python_function event; record with with_stack=True";
    case OpGroupBy::Module:
      return "no operator ran inside an nn.Module event; record with with_stack=True";
    case OpGroupBy::Type:
      return "no operator has Input type; record with record_shapes=True";
    case OpGroupBy::Thread:
    case OpGroupBy::Phase:
      return "the trace has no operators";
    case OpGroupBy::Step:
      return "no operator ran inside a step; call prof.step() in the loop";
  }
  return "";
}

/// What has to be recorded to group by it.
Recordable needed_for(OpGroupBy by) {
  switch (by) {
    case OpGroupBy::Shape:
    case OpGroupBy::Type:
      return Recordable::Shapes;
    case OpGroupBy::Stack:
      return Recordable::PythonFrames;
    case OpGroupBy::Module:
      return Recordable::Modules;
    case OpGroupBy::Step:
      return Recordable::Steps;
    case OpGroupBy::Name:
    case OpGroupBy::Thread:
    case OpGroupBy::Phase:
      break;
  }
  return Recordable::Operators;
}

/// With advice in terms of the tool that recorded the trace.
std::string why_ungrouped(const Snapshot& trace, OpGroupBy by) {
  const std::string_view words = why_ungrouped(by);
  const std::size_t advice = words.find("; ");
  if (advises_profiler(trace) || advice == std::string_view::npos) return std::string(words);
  return std::string(words.substr(0, advice)) + "; " +
         std::string(record_advice(trace, needed_for(by)));
}

/// Empty if there are groups.
std::string no_groups(const Snapshot& trace, const OpGroups& groups) {
  if (groups.by == OpGroupBy::Name || groups.count != 1) return "";
  return std::string(op_group_by_name(groups.by)) + ": " + why_ungrouped(trace, groups.by);
}

Reasons why(const ReportInput& input, const OpTable& table) {
  const std::string ungrouped = no_groups(input.trace, table.groups);
  return {{table.groups.by != OpGroupBy::Shape,
           "input_shapes: rows are grouped by " + std::string(op_group_by_name(table.groups.by))},
          {!ungrouped.empty(), ungrouped},
          {!table.has_gpu_events, "device columns: " + no_gpu(input)},
          {!table.has_memory_records, "bytes: " + no_memory(input.trace)}};
}

}  // namespace

Json to_json(const ReportInput& input, const OpTable& result) {
  Json out = {{"group_by", op_group_by_name(result.groups.by)}};
  why(input, result).add_to(out);
  if (const Json graphs = graph_counts_json(result.graphs); !graphs.is_null())
    out["graphs"] = graphs;
  out["rows"] = rows_json(input.trace, op_columns(input.trace, result), result.rows);
  return out;
}

std::string to_text(const ReportInput& input, const OpTable& result) {
  if (result.rows.empty()) return "n/a: the trace has no operators\n";
  std::string out = first_rows_text(input.trace, op_columns(input.trace, result), result.rows);
  out += "self CPU time total: " + format_duration(result.self_cpu_ns) + "\n";
  if (result.has_gpu_events)
    out += "self GPU time total: " + format_duration(result.self_device_ns) + "\n";
  const auto shown = std::span(result.rows).first(std::min(result.rows.size(), kMostRows));
  if (std::ranges::any_of(shown, &OpRow::annotation)) out += "* an annotation, not an operator\n";
  if (const std::string note = graph_note(result.graphs); !note.empty()) out += note + "\n";
  if (const std::string lacks = no_groups(input.trace, result.groups); !lacks.empty())
    out += lacks + "\n";
  if (!result.has_gpu_events) out += "GPU: " + no_gpu(input) + "\n";
  if (!result.has_memory_records) out += "memory: " + no_memory(input.trace) + "\n";
  return out;
}

}  // namespace lanescope
