#include "app/cli/report.h"
#include "app/cli/text_table.h"

namespace lanescope {
namespace {

using Align = TextTable::Align;

constexpr const char* kNoGpu = "the trace has no GPU events";
constexpr const char* kNoMemory =
    "the trace has no [memory] records; record with profile_memory=True";
constexpr const char* kNoShapes = "rows are grouped by name alone";

Json row_json(const Snapshot& trace, const OpTable& table, const OpRow& row) {
  const auto device = [&](auto value) { return table.has_gpu_events ? Json(value) : Json(); };
  const auto bytes = [&](auto value) { return table.has_memory_records ? Json(value) : Json(); };
  return {{"name", json_text(trace, row.name)},
          {"input_shapes", nullptr},
          {"annotation", row.annotation},
          {"cat", row.user_annotation ? "user_annotation" : "cpu_op"},
          {"count", row.count},
          {"self_cpu_ns", row.self_cpu_ns},
          {"self_cpu_no_runtime_ns", row.self_cpu_no_runtime_ns},
          {"total_cpu_ns", row.total_cpu_ns},
          {"sum_cpu_ns", row.sum_cpu_ns},
          {"self_device_ns", device(row.self_device_ns)},
          {"total_device_ns", device(row.total_device_ns)},
          {"device_span_ns", device(row.device_span_ns)},
          {"self_cpu_bytes", bytes(row.self_cpu_bytes)},
          {"total_cpu_bytes", bytes(row.total_cpu_bytes)},
          {"self_device_bytes", bytes(row.self_device_bytes)},
          {"total_device_bytes", bytes(row.total_device_bytes)},
          {"kernels", device(row.kernels)}};
}

std::string why(const OpTable& table) {
  std::string text = std::string("input_shapes: ") + kNoShapes;
  if (!table.has_gpu_events) text += std::string("; device columns: ") + kNoGpu;
  if (!table.has_memory_records) text += std::string("; bytes: ") + kNoMemory;
  return text;
}

}  // namespace

Json to_json(const ReportInput& input, const OpTable& result) {
  Json rows = Json::array();
  for (const OpRow& row : result.rows) rows.push_back(row_json(input.trace, result, row));
  return {{"group_by", "name"}, {"why", why(result)}, {"rows", std::move(rows)}};
}

std::string to_text(const ReportInput& input, const OpTable& result) {
  if (result.rows.empty()) return "n/a: the trace has no operators\n";
  TextTable table({{"operator", Align::Left},
                   {"calls"},
                   {"self CPU"},
                   {"total CPU"},
                   {"self device"},
                   {"total device"},
                   {"kernels"},
                   {"self device memory"}});
  bool any_annotation = false;
  for (std::size_t i = 0; i < std::min(result.rows.size(), kMostRows); ++i) {
    const OpRow& row = result.rows[i];
    any_annotation = any_annotation || row.annotation;
    table.add_row(
        {printable(input.trace.text(row.name), kReportNameWidth) + (row.annotation ? " *" : ""),
         format_count(static_cast<std::int64_t>(row.count)), format_duration(row.self_cpu_ns),
         format_duration(row.total_cpu_ns),
         result.has_gpu_events ? format_duration(row.self_device_ns) : "n/a",
         result.has_gpu_events ? format_duration(row.total_device_ns) : "n/a",
         result.has_gpu_events ? format_count(static_cast<std::int64_t>(row.kernels)) : "n/a",
         result.has_memory_records ? format_bytes(row.self_device_bytes) : "n/a"});
  }
  std::string text = table.text() + more_rows(result.rows.size());
  if (any_annotation) text += "* a range that was marked, not an operator\n";
  if (!result.has_gpu_events) text += std::string("device: ") + kNoGpu + "\n";
  if (!result.has_memory_records) text += std::string("memory: ") + kNoMemory + "\n";
  return text;
}

}  // namespace lanescope
