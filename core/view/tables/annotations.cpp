#include "core/analysis/ops/annotations.h"

#include <unordered_map>

#include <fmt/format.h>

#include "core/analysis/ops/annotation_sites.h"
#include "core/view/tables/row_columns.h"
#include "core/view/text/record_hint.h"
#include "core/view/text/time_text.h"

namespace lanescope {
namespace {

constexpr std::string_view kNone = "in no annotation";

/// The JSON keys of one annotation's values, as a nested object.
void add_keys(const std::string& object, AnnotatedWork AnnotationRow::*work,
              RowColumns<AnnotationRow>& columns) {
  const auto add = [&](std::string_view key, ValueKind kind, auto member) {
    const auto value = [=](const AnnotationRow& row) { return std::invoke(member, row.*work); };
    columns.add({{{"", "", object + "/" + std::string(key)}, kind, value}});
  };
  add("gpu_events", ValueKind::Count, &AnnotatedWork::events);
  add("kernels", ValueKind::Count, &AnnotatedWork::kernels);
  add("device_ns", ValueKind::Time, &AnnotatedWork::total_ns);
  for (std::size_t c = 0; c < kGpuClasses; ++c) {
    const auto key = "classes_ns/" + std::string(gpu_class_name(static_cast<GpuClass>(c)));
    add(key, ValueKind::Time, [c](const AnnotatedWork& some) { return some.classes_ns[c]; });
  }
}

DataRow annotation_row(const AnnotationRow& row) {
  const bool none = row.name.empty();
  const std::string name = none ? std::string(kNone) : row.name;
  return {.name = name,
          .own_name = name,
          .event = row.longest,
          .tone = none ? DataTone::Dim : DataTone::Usual};
}

Ns annotated_ns(const AnnotationTable& table) {
  Ns all_ns = 0;
  for (const AnnotationRow& row : table.rows) all_ns = saturating_add(all_ns, row.self.total_ns);
  return all_ns;
}

/// Finds the row of an annotation, or of the annotation whose own time includes a piece of GPU
/// work.
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

RowColumns<AnnotationRow> annotation_columns(const AnnotationTable& table) {
  using enum ValueKind;
  const auto calls = [](const AnnotationRow& row) {
    return row.name.empty() ? std::nullopt : std::optional(row.calls);
  };
  const auto all_ns = [](const AnnotationRow& row) { return row.all.total_ns; };
  const auto self_ns = [](const AnnotationRow& row) { return row.self.total_ns; };
  const auto of_class = [](GpuClass one) {
    return
        [=](const AnnotationRow& row) { return row.all.classes_ns[static_cast<std::size_t>(one)]; };
  };
  const auto share = [whole_ns = annotated_ns(table)](const AnnotationRow& row) {
    return share_of(row.all.total_ns, whole_ns);
  };
  RowColumns<AnnotationRow> columns = {
      // pane, text, JSON, page
      {{"", "annotation", "name", "annotation"},
       NameOrNone,
       &AnnotationRow::name,
       {.none = "(no annotation)"}},
      {{"Calls", kPaneTitle, "count", kPaneTitle}, Count, calls, {.none = ""}},
      {{"", "", "event_id"}, Event, &AnnotationRow::longest},
      {{"", "", "device_span_ns"}, Time, &AnnotationRow::span_ns},
      {{"GPU events", kPaneTitle}, Count, [](const AnnotationRow& row) { return row.all.events; }},
      {{"Kernels"},
       Count,
       [](const AnnotationRow& row) { return row.all.kernels; },
       {.usual = false}},
      {{"GPU time", kPaneTitle, "", kPaneTitle}, Time, all_ns},
      {{"Share", "share of GPU time", "", "share of GPU time"}, Share, share},
      {{"Self"}, Time, self_ns},
      {{"Compute", kPaneTitle}, Time, of_class(GpuClass::Compute)},
      {{"Comm", kPaneTitle}, Time, of_class(GpuClass::Communication)},
      {{"Memory", kPaneTitle}, Time, of_class(GpuClass::Memory)},
      {{"", "self", "", "self"}, Time, self_ns},
      {{"Span"}, Time, &AnnotationRow::span_ns, {.usual = false}}};
  add_keys("self", &AnnotationRow::self, columns);
  add_keys("total", &AnnotationRow::all, columns);
  return columns;
}

DataTable annotations_table(const DataInput& in, const std::stop_token& stop) {
  const auto found = in.results.of<AnnotationTable>();
  std::uint64_t events = 0;
  for (const AnnotationRow& row : found->rows) events += row.self.events;
  const std::vector<AnnotationRow> none;
  DataTable table{.name_title = "Annotation",
                  .empty = std::string(record_hint(in.results.trace, Recordable::GpuWork)),
                  .ordered_by = "GPU time",
                  .goes_to = "longest"};
  fill_table(in.results.trace, annotation_columns(*found),
             found->has_gpu_events ? found->rows : none, annotation_row, stop, table);
  if (!found->has_gpu_events) return table;
  table.row_of = row_finder(in.results.trace, found->rows);
  table.facts =
      fmt::format("{} · {}{}", counted(events, "GPU event"), format_duration(annotated_ns(*found)),
                  found->on_gpu ? " · from GPU annotations" : "");
  return table;
}

}  // namespace lanescope
