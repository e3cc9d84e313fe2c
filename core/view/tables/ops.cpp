#include "core/analysis/ops/ops.h"

#include <array>
#include <cstdint>
#include <optional>
#include <stop_token>
#include <unordered_map>

#include <fmt/format.h>

#include "core/analysis/kernels/kernels.h"
#include "core/store/snapshot.h"
#include "core/view/tables/graph_note.h"
#include "core/view/tables/longest_events.h"
#include "core/view/tables/row_columns.h"
#include "core/view/text/record_hint.h"
#include "core/view/text/time_text.h"

namespace lanescope {
namespace {

/// nullopt without calls.
std::optional<Ns> mean_of(Ns total_ns, std::uint64_t count) {
  return count == 0 ? std::nullopt : std::optional(total_ns / static_cast<Ns>(count));
}

/// The titles of a grouping; none by name.
ColumnTitles group_titles(OpGroupBy by) {
  static constexpr std::array<std::array<const char*, 2>, kOpGroupings> kTitles = {
      {{"", ""},
       {"Input shapes", "input_shapes"},
       {"Source", "stack"},
       {"Module", "modules"},
       {"Input types", "input_types"},
       {"Thread", "thread"},
       {"Phase", "phase"},
       {"Step", "step"}}};
  const auto& [pane, json] = kTitles[static_cast<std::size_t>(by)];
  return with_pane_title({pane, kPaneTitle, json});
}

/// The innermost module, or the first line of any other grouping.
std::string pane_group(const Snapshot& trace, const OpGroups& groups, const OpRow& row) {
  const Lines lines = groups.lines(trace, row.group);
  if (lines.empty()) return "";
  return groups.by == OpGroupBy::Module ? lines.back() : lines.front();
}

/// The calling frame, or the path of the module.
std::string text_group(const Snapshot& trace, const OpGroups& groups, const OpRow& row) {
  std::string text;
  for (const std::string& line : groups.lines(trace, row.group)) {
    if (groups.by == OpGroupBy::Stack) return line;
    text += (text.empty() ? "" : " / ") + line;
  }
  return text;
}

/// Stacks and modules are lists of names.
CellValue json_group(const Snapshot& trace, const OpGroups& groups, const OpRow& row) {
  Lines lines = groups.lines(trace, row.group);
  if (lines.empty()) return {};
  const bool all = groups.by == OpGroupBy::Stack || groups.by == OpGroupBy::Module;
  return all ? CellValue(std::move(lines)) : CellValue(std::move(lines.front()));
}

/// The grouping columns: first in the pane, last in text and JSON.
void add_group(const Snapshot& trace, const OpGroups& groups, RowColumns<OpRow>& columns) {
  if (groups.by == OpGroupBy::Name) return;
  const auto value = [&](auto form) {
    return [form, &trace, &groups](const OpRow& row) { return form(trace, groups, row); };
  };
  ColumnTitles titles = group_titles(groups.by);
  if (groups.count <= 1) titles.text = "";
  const bool parsed = groups.by == OpGroupBy::Shape || groups.by == OpGroupBy::Type;
  columns.insert(columns.begin(), {{titles.pane}, ValueKind::Words, value(pane_group)});
  columns.add(
      {{{"", titles.text}, ValueKind::Name, value(text_group), {.width = 60}},
       {{"", "", titles.json}, parsed ? ValueKind::Parsed : ValueKind::Words, value(json_group)}});
}

/// Finds the row of an operator or an annotation; for anything else, that of the enclosing
/// operator.
auto row_finder(const OpTable& ops, std::vector<std::uint32_t> group_of,
                std::shared_ptr<const GraphOrigins> graphs) {
  using Key = std::uint64_t;
  const auto key = [](StringId name, std::uint32_t group) {
    return Key{index_of(name)} << 32U | group;
  };
  std::unordered_map<Key, std::uint32_t> row_of;
  std::unordered_map<Key, std::uint32_t> row_of_marked;
  for (std::uint32_t i = 0; i < ops.rows.size(); ++i) {
    const OpRow& row = ops.rows[i];
    (row.user_annotation ? row_of_marked : row_of)[key(row.name, row.group)] = i;
  }
  std::vector<std::optional<std::uint32_t>> row_of_site;  // of a capture trace
  for (std::uint32_t site = 0; site < graphs->sites.size(); ++site) {
    auto& row = row_of_site.emplace_back();
    const auto& captured = graphs->sites[site].ops;
    if (captured.empty()) continue;
    const auto at =
        row_of.find(key(captured.front().name, ops.groups.of_captured(*graphs, site, 0)));
    if (at != row_of.end()) row = at->second;
  }
  return [key, row_of = std::move(row_of), row_of_marked = std::move(row_of_marked),
          row_of_site = std::move(row_of_site), group_of = std::move(group_of),
          graphs = std::move(graphs)](const Snapshot& snapshot,
                                      EventId event) -> std::optional<std::uint32_t> {
    // Work of a graph leads to the operator that was captured.
    if (const auto* node = graphs->find(event)) {
      if (row_of_site[node->site]) return row_of_site[node->site];
      const EventId launch = graphs->site_of(*node).launch;
      if (op_around(snapshot, launch) != EventId::None) event = launch;
    }
    const auto home = snapshot.find_slice(event);
    if (!home) return std::nullopt;
    const bool marked =
        snapshot.kind_of(home->chunk->category[home->slice]) == CategoryKind::UserAnnotation;
    const auto op = marked ? home : snapshot.find_slice(op_around(snapshot, event));
    if (!op) return std::nullopt;
    const std::uint32_t id = index_of(op->chunk->id_of(op->slice));
    const std::uint32_t group = marked || id >= group_of.size() ? 0 : group_of[id];
    const auto& rows = marked ? row_of_marked : row_of;
    const auto at = rows.find(key(op->chunk->name[op->slice], group));
    return at == rows.end() ? std::nullopt : std::optional(at->second);
  };
}

auto share_in(Ns OpRow::*part, Ns whole_ns) {
  return [=](const OpRow& row) { return share_of(row.*part, whole_ns); };
}

auto mean_in(Ns OpRow::*sum_ns, std::uint64_t OpRow::*count) {
  return [=](const OpRow& row) { return mean_of(row.*sum_ns, row.*count); };
}

void add_cpu_columns(const OpTable& table, RowColumns<OpRow>& columns) {
  using enum ValueKind;
  const Ns all_ns = table.self_cpu_ns;
  columns.add({{{"Self CPU %", kPaneTitle}, Share, share_in(&OpRow::self_cpu_ns, all_ns)},
               {{"Self CPU", kPaneTitle, "self_cpu_ns", kPaneTitle}, Time, &OpRow::self_cpu_ns},
               {{"", "", "self_cpu_no_runtime_ns"}, Time, &OpRow::self_cpu_no_runtime_ns},
               {{"", "CPU total %"}, Share, share_in(&OpRow::total_cpu_ns, all_ns)},
               {{"CPU total", kPaneTitle, "total_cpu_ns", kPaneTitle}, Time, &OpRow::total_cpu_ns},
               {{"", "", "sum_cpu_ns"}, Time, &OpRow::sum_cpu_ns},
               {{"CPU mean", kPaneTitle},
                Time,
                mean_in(&OpRow::sum_cpu_ns, &OpRow::count),
                {.usual = false}}});
}

/// Text omits columns that the trace has no data for.
void add_device_columns(const OpTable& table, RowColumns<OpRow>& columns) {
  using enum ValueKind;
  const bool gpu = table.has_gpu_events;
  const char* const same = gpu ? kPaneTitle : "";
  const ColumnOptions usual{.usual = gpu, .given = gpu}, more{.usual = false, .given = gpu};
  const Ns all_ns = table.self_device_ns;
  columns.add({{{"Self GPU", same, "self_device_ns"}, Time, &OpRow::self_device_ns, usual},
               {{"Self GPU %", same}, Share, share_in(&OpRow::self_device_ns, all_ns), usual},
               {{"GPU total", same, "total_device_ns"}, Time, &OpRow::total_device_ns, usual},
               {{"GPU mean", same}, Time, mean_in(&OpRow::total_device_ns, &OpRow::calls), more},
               {{"", "", "device_span_ns"}, Time, &OpRow::device_span_ns, usual}});
}

void add_memory_columns(const OpTable& table, RowColumns<OpRow>& columns) {
  const bool gpu = table.has_gpu_events, memory = table.has_memory_records;
  const auto add = [&](const char* pane, const char* json, std::int64_t OpRow::*bytes, bool usual) {
    columns.add({{{pane, memory ? kPaneTitle : "", json},
                  ValueKind::Bytes,
                  bytes,
                  {.usual = memory && usual, .given = memory}}});
  };
  add("CPU mem", "total_cpu_bytes", &OpRow::total_cpu_bytes, false);
  add("Self CPU mem", "self_cpu_bytes", &OpRow::self_cpu_bytes, !gpu);
  add("GPU mem", "total_device_bytes", &OpRow::total_device_bytes, false);
  add("Self GPU mem", "self_device_bytes", &OpRow::self_device_bytes, gpu);
}

std::string facts_of(const OpTable& ops) {
  std::string facts = "self CPU " + format_duration(ops.self_cpu_ns);
  if (!ops.has_gpu_events) return facts;
  facts += " · self GPU " + format_duration(ops.self_device_ns);
  if (ops.unlaunched_device_ns > 0) {
    const Ns all_ns = saturating_add(ops.self_device_ns, ops.unlaunched_device_ns);
    const double share =
        static_cast<double>(ops.unlaunched_device_ns) / static_cast<double>(all_ns);
    facts += fmt::format(" · {} more GPU time ({}) without an operator: launch not recorded",
                         format_duration(ops.unlaunched_device_ns), format_share(share));
  }
  return facts;
}

}  // namespace

// The columns of key_averages().table(), in its order; there, "GPU" is CUDA, HIP or XPU, and the
// CPU total has nested calls of the same operator again.
RowColumns<OpRow> op_columns(const Snapshot& trace, const OpTable& table) {
  using enum ValueKind;
  const bool gpu = table.has_gpu_events;
  const auto marked = [&trace](const OpRow& row) {
    return MarkedName{"", std::string(trace.text(row.name)), row.annotation ? " *" : ""};
  };
  const auto cat = [](const OpRow& row) {
    return row.user_annotation ? "user_annotation" : "cpu_op";
  };
  const auto no_shapes = [](const OpRow&) { return CellValue(); };
  RowColumns<OpRow> columns = {
      // pane, text, JSON, page
      {{"", "operator", "name"}, Name, marked, {.width = 44}},
      {{"", "", "", "operator"}, Kernel, &OpRow::name},
      {{"", "", "annotation"}, Flag, &OpRow::annotation},
      {{"", "", "cat"}, Words, cat},
      {{"", "", "count"}, Count, &OpRow::count},
      {{"", "", "", "calls"}, Count, &OpRow::calls},
      {{"", "", "", "self GPU"}, Time, &OpRow::self_device_ns, {.given = gpu}}};
  add_cpu_columns(table, columns);
  add_device_columns(table, columns);
  add_memory_columns(table, columns);
  columns.add({{{"Calls", kPaneTitle, "calls"}, Count, &OpRow::calls},
               {{"Kernels", gpu ? kPaneTitle : "", "kernels"},
                Count,
                &OpRow::kernels,
                {.usual = false, .given = gpu}}});
  if (table.graphs.kernels > 0) {
    columns.add({{{"Graph kernels", kPaneTitle, "graph_kernels"}, Count, &OpRow::graph_kernels}});
  }
  if (table.groups.by != OpGroupBy::Shape)
    columns.add({{{"", "", "input_shapes"}, Words, no_shapes}});
  add_group(trace, table.groups, columns);
  columns.keys = {"name",
                  "input_shapes",
                  "annotation",
                  "cat",
                  "count",
                  "calls",
                  "self_cpu_ns",
                  "self_cpu_no_runtime_ns",
                  "total_cpu_ns",
                  "sum_cpu_ns",
                  "self_device_ns",
                  "total_device_ns",
                  "device_span_ns",
                  "self_cpu_bytes",
                  "total_cpu_bytes",
                  "self_device_bytes",
                  "total_device_bytes",
                  "kernels",
                  "graph_kernels"};
  return columns;
}

DataTable ops_table(const DataInput& in, OpGroupBy by, const std::stop_token& stop) {
  const Snapshot& trace = in.results.trace;
  const auto graphs = in.results.of<GraphOrigins>();
  OpGroups groups = group_ops(trace, by, in.results.read, stop, graphs.get());
  std::vector<std::uint32_t> group_of = groups.of_event;
  const LongestEvents longest(
      trace, in.results.window, CategoryKind::CpuOp, stop,
      [&groups](EventId op) { return groups.of(op); }, !graphs->nodes.empty());
  const auto found = by == in.results.group_by
                         ? in.results.of<OpTable>()
                         : std::make_shared<const OpTable>(ops_by_group(
                               trace, in.results.window, std::move(groups), graphs.get()));
  const OpTable& ops = *found;
  const LongestEvents marked(trace, in.results.window, CategoryKind::UserAnnotation, stop);
  DataTable table{.name_title = "Operator",
                  .empty = std::string(record_hint(trace, Recordable::Operators)),
                  .ordered_by = ops.has_gpu_events ? "Self GPU" : "Self CPU",
                  .goes_to = "longest call"};
  const auto look = [&](const OpRow& row) {
    const CategoryKind kind =
        row.user_annotation ? CategoryKind::UserAnnotation : CategoryKind::CpuOp;
    const EventId event =
        row.user_annotation ? marked.of(row.name) : longest.of(row.name, row.group);
    DataRow out = named_row(trace, kind, row.name, event);
    out.name = std::string(trace.text(row.name));
    return out;
  };
  fill_table(trace, op_columns(trace, ops), ops.rows, look, stop, table);
  table.row_of = row_finder(ops, std::move(group_of), graphs);
  table.facts = facts_of(ops);
  if (const std::string note = graph_note(ops.graphs); !note.empty()) table.facts += " · " + note;
  return table;
}

}  // namespace lanescope
