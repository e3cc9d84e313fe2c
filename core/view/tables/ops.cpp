#include "core/analysis/ops/ops.h"

#include <array>
#include <unordered_map>

#include <fmt/format.h>

#include "core/analysis/kernels/kernels.h"
#include "core/view/tables/data_tables.h"
#include "core/view/text/longest_events.h"
#include "core/view/text/record_hint.h"

namespace lanescope {
namespace {

// The columns of key_averages().table(), in its order; "device" is CUDA, HIP or XPU there.
std::vector<DataColumn> op_columns(const OpTable& table) {
  std::vector<DataColumn> columns;
  if (table.groups.by != OpGroupBy::Name) {
    static constexpr std::array<std::string_view, kOpGroupings> kTitles = {
        "", "Input shapes", "Source", "Module", "Input types", "Thread", "Phase", "Step"};
    columns.push_back(
        {std::string(kTitles[static_cast<std::size_t>(table.groups.by)]), DataKind::Text});
  }
  const bool gpu = table.has_gpu_events;
  const bool memory = table.has_memory_records;
  for (const DataColumn& column :
       std::initializer_list<DataColumn>{{"Self CPU %", DataKind::Share},
                                         {"Self CPU", DataKind::Time},
                                         {"CPU total", DataKind::Time},
                                         {"CPU mean", DataKind::Time, false},
                                         {"Self device", DataKind::Time, gpu},
                                         {"Self device %", DataKind::Share, gpu},
                                         {"Device total", DataKind::Time, gpu},
                                         {"Device mean", DataKind::Time, false},
                                         {"CPU mem", DataKind::Bytes, false},
                                         {"Self CPU mem", DataKind::Bytes, memory && !gpu},
                                         {"Device mem", DataKind::Bytes, false},
                                         {"Self device mem", DataKind::Bytes, memory && gpu},
                                         {"Calls", DataKind::Count},
                                         {"Kernels", DataKind::Count, false}}) {
    columns.push_back(column);
  }
  return columns;
}

Ns mean_of(Ns total_ns, std::uint64_t count) {
  return count == 0 ? 0 : total_ns / static_cast<Ns>(count);
}

std::string group_text(const Snapshot& trace, const OpGroups& groups, std::uint32_t group) {
  const auto lines = groups.lines(trace, group);
  if (lines.empty()) return "";
  return groups.by == OpGroupBy::Module ? lines.back() : lines.front();
}

void add_cells(DataRow& out, const OpRow& row, const OpTable& table) {
  const auto add = [&out](DataCell cell) { out.cells.push_back(std::move(cell)); };
  const auto device = [&](DataCell cell) {
    add(table.has_gpu_events ? std::move(cell) : DataCell{});
  };
  const auto memory = [&](std::int64_t bytes) {
    add(table.has_memory_records ? bytes_cell(bytes) : DataCell{});
  };
  add(share_cell(row.self_cpu_ns, table.self_cpu_ns));
  add(time_cell(row.self_cpu_ns));
  add(time_cell(row.sum_cpu_ns));
  add(time_cell(mean_of(row.sum_cpu_ns, row.calls)));
  device(time_cell(row.self_device_ns));
  device(share_cell(row.self_device_ns, table.self_device_ns));
  device(time_cell(row.total_device_ns));
  device(time_cell(mean_of(row.total_device_ns, row.calls)));
  memory(row.total_cpu_bytes);
  memory(row.self_cpu_bytes);
  memory(row.total_device_bytes);
  memory(row.self_device_bytes);
  add(count_cell(row.calls));
  device(count_cell(row.kernels));
}

/// The row of an operator or a marked range; of anything else that of the operator around it.
auto row_finder(const OpTable& ops, std::vector<std::uint32_t> group_of) {
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
  return [key, row_of = std::move(row_of), row_of_marked = std::move(row_of_marked),
          group_of = std::move(group_of)](const Snapshot& snapshot,
                                          EventId event) -> std::optional<std::uint32_t> {
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

}  // namespace

DataTable ops_table(const DataInput& in, OpGroupBy by, const std::stop_token& stop) {
  OpGroups groups = group_ops(in.results.trace, by, in.results.read, stop);
  std::vector<std::uint32_t> group_of = groups.of_event;
  const LongestEvents longest(in.results.trace, in.results.window, CategoryKind::CpuOp, stop,
                              [&groups](EventId op) { return groups.of(op); });
  const auto found = by == in.results.group_by
                         ? in.results.of<OpTable>()
                         : std::make_shared<const OpTable>(ops_by_group(
                               in.results.trace, in.results.window, std::move(groups)));
  const OpTable& ops = *found;
  const LongestEvents marked(in.results.trace, in.results.window, CategoryKind::UserAnnotation,
                             stop);
  DataTable table;
  table.name_title = "Operator";
  table.columns = op_columns(ops);
  table.empty = record_hint(in.results.trace, Recordable::Operators);
  for (const OpRow& row : ops.rows) {
    if (stop.stop_requested()) break;
    DataRow out;
    out.name = std::string(in.results.trace.text(row.name));
    out.full_name = row.name;
    const CategoryKind kind =
        row.user_annotation ? CategoryKind::UserAnnotation : CategoryKind::CpuOp;
    out.event = row.user_annotation ? marked.of(row.name) : longest.of(row.name, row.group);
    out.role = role_of(kind, classify_name(out.name));
    out.shade = shade_of(out.name);
    if (by != OpGroupBy::Name)
      out.cells.push_back(text_cell(group_text(in.results.trace, ops.groups, row.group)));
    add_cells(out, row, ops);
    table.rows.push_back(std::move(out));
  }
  table.row_of = row_finder(ops, std::move(group_of));
  table.facts = fmt::format(
      "{} rows · self CPU {}{}", format_count(static_cast<std::int64_t>(table.rows.size())),
      format_duration(ops.self_cpu_ns),
      ops.has_gpu_events ? " · self device " + format_duration(ops.self_device_ns) : std::string());
  return table;
}

}  // namespace lanescope
