#include <algorithm>

#include <fmt/format.h>

#include "app/cli/output/text_table.h"
#include "app/cli/report/report.h"

namespace lanescope {
namespace {

using Align = TextTable::Align;

constexpr const char* kNoGpu = "the trace has no GPU events";
constexpr const char* kNoRanges =
    "the window has no marked ranges; use torch.profiler.record_function or NVTX ranges";

Json work_json(const AnnotatedWork& work) {
  Json classes;
  for (std::size_t c = 0; c < kGpuClasses; ++c)
    classes[std::string(gpu_class_name(static_cast<GpuClass>(c)))] = work.classes_ns[c];
  return {{"gpu_events", work.events},
          {"kernels", work.kernels},
          {"device_ns", work.total_ns},
          {"classes_ns", std::move(classes)}};
}

Json row_json(const AnnotationRow& row) {
  const bool none = row.name.empty();
  return {{"name", none ? Json() : Json(row.name)},
          {"count", none ? Json() : Json(row.calls)},
          {"event_id", json_event(row.longest)},
          {"device_span_ns", row.span_ns},
          {"self", work_json(row.self)},
          {"total", work_json(row.all)}};
}

bool has_annotations(const AnnotationTable& table) {
  return !table.rows.empty() && !table.rows.front().name.empty();
}

}  // namespace

Json to_json(const ReportInput& /*input*/, const AnnotationTable& result) {
  Json rows = Json::array();
  for (const AnnotationRow& row : result.rows) rows.push_back(row_json(row));
  Json out = {{"source", result.on_gpu ? "gpu_user_annotation" : "user_annotation"},
              {"rows", std::move(rows)}};
  if (!result.has_gpu_events) {
    out["why"] = kNoGpu;
  } else if (!has_annotations(result)) {
    out["why"] = kNoRanges;
  }
  return out;
}

std::string to_text(const ReportInput& /*input*/, const AnnotationTable& result) {
  if (!result.has_gpu_events) return std::string("n/a: ") + kNoGpu + "\n";
  if (!has_annotations(result)) return std::string("n/a: ") + kNoRanges + "\n";
  Ns all_ns = 0;
  for (const AnnotationRow& row : result.rows) all_ns = saturating_add(all_ns, row.self.total_ns);
  const auto count = [](std::uint64_t number) {
    return format_count(static_cast<std::int64_t>(number));
  };
  TextTable table({{"annotation", Align::Left},
                   {"count"},
                   {"GPU events"},
                   {"GPU time"},
                   {"of all"},
                   {"compute"},
                   {"comm"},
                   {"memory"},
                   {"self"}});
  for (std::size_t i = 0; i < std::min(result.rows.size(), kMostRows); ++i) {
    const AnnotationRow& row = result.rows[i];
    const bool none = row.name.empty();
    std::vector<std::string> cells{
        none ? "(no annotation)" : printable(row.name, kReportNameWidth),
        none ? "" : count(row.calls), count(row.all.events), format_duration(row.all.total_ns),
        percent(static_cast<double>(row.all.total_ns), static_cast<double>(all_ns))};
    for (const Ns part_ns : row.all.classes_ns) cells.push_back(format_duration(part_ns));
    cells.push_back(format_duration(row.self.total_ns));
    table.add_row(std::move(cells));
  }
  return table.text() + more_rows(result.rows.size());
}

}  // namespace lanescope
