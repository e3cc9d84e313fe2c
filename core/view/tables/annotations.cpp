#include "core/analysis/ops/annotations.h"

#include <unordered_map>

#include <fmt/format.h>

#include "core/analysis/ops/annotation_sites.h"
#include "core/view/tables/data_tables.h"
#include "core/view/text/record_hint.h"

namespace lanescope {
namespace {

constexpr std::string_view kNone = "in no annotation";

DataRow annotation_row(const AnnotationRow& row, Ns all_ns) {
  const bool none = row.name.empty();
  const auto of_class = [&row](GpuClass gpu_class) {
    return time_cell(row.all.classes_ns[static_cast<std::size_t>(gpu_class)]);
  };
  DataRow out;
  out.name = none ? kNone : row.name;
  out.own_name = out.name;
  out.event = row.longest;
  if (none) out.tone = DataTone::Dim;
  out.cells = {none ? DataCell{} : count_cell(row.calls),
               count_cell(row.all.events),
               count_cell(row.all.kernels),
               time_cell(row.all.total_ns),
               share_cell(row.all.total_ns, all_ns),
               time_cell(row.self.total_ns),
               of_class(GpuClass::Compute),
               of_class(GpuClass::Communication),
               of_class(GpuClass::Memory),
               time_cell(row.span_ns)};
  return out;
}

/// The row of an annotation, and of GPU work the one it counts in as its own.
auto row_finder(const Snapshot& trace, const std::vector<AnnotationRow>& rows) {
  std::unordered_map<std::string, std::uint32_t> row_of;
  for (std::uint32_t i = 0; i < rows.size(); ++i) row_of[rows[i].name] = i;
  return [sites = std::make_shared<const AnnotationSites>(trace), row_of = std::move(row_of)](
             const Snapshot& snapshot, EventId event) -> std::optional<std::uint32_t> {
    const auto home = snapshot.find_slice(event);
    if (!home) return std::nullopt;
    std::string_view name = snapshot.text(home->chunk->name[home->slice]);
    if (is_gpu_work(snapshot.kind_of(home->chunk->category[home->slice]))) {
      const auto site = sites->site_of(*home->track, *home->chunk, home->slice);
      name = site.tree == nullptr ? "" : snapshot.text((*site.tree)[site.at].name);
    }
    const auto at = row_of.find(std::string(folded_annotation(name)));
    return at == row_of.end() ? std::nullopt : std::optional(at->second);
  };
}

}  // namespace

DataTable annotations_table(const DataInput& in, const std::stop_token& stop) {
  const auto found_found = in.results.of<AnnotationTable>();
  const AnnotationTable& found = *found_found;
  Ns all_ns = 0;
  std::uint64_t events = 0;
  for (const AnnotationRow& row : found.rows) {
    all_ns = saturating_add(all_ns, row.self.total_ns);
    events += row.self.events;
  }
  DataTable table;
  table.name_title = "Annotation";
  table.empty = record_hint(in.results.trace, Recordable::GpuWork);
  table.columns = {{"Calls", DataKind::Count},          {"GPU events", DataKind::Count},
                   {"Kernels", DataKind::Count, false}, {"GPU time", DataKind::Time},
                   {"Share", DataKind::Share},          {"Self", DataKind::Time},
                   {"Compute", DataKind::Time},         {"Comm", DataKind::Time},
                   {"Memory", DataKind::Time},          {"Span", DataKind::Time, false}};
  if (!found.has_gpu_events) return table;
  for (const AnnotationRow& row : found.rows) {
    if (stop.stop_requested()) break;
    table.rows.push_back(annotation_row(row, all_ns));
  }
  table.row_of = row_finder(in.results.trace, found.rows);
  table.facts =
      fmt::format("{} GPU events · {}{}", format_count(static_cast<std::int64_t>(events)),
                  format_duration(all_ns), found.on_gpu ? " · by the GPU's own annotations" : "");
  return table;
}

}  // namespace lanescope
