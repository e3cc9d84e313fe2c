#include "core/analysis/kernels/kernels.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <unordered_map>

#include <fmt/format.h>

#include "core/analysis/events/device_info.h"
#include "core/analysis/host/record_advice.h"
#include "core/analysis/host/site.h"
#include "core/analysis/kernels/arguments.h"
#include "core/view/tables/graph_note.h"
#include "core/view/tables/row_columns.h"
#include "core/view/text/record_hint.h"
#include "core/view/text/short_name.h"
#include "core/view/text/time_text.h"

namespace lanescope {
namespace {

/// Assigns kernels to numbered groups, and names the groups.
class KernelGrouping {
 public:
  KernelGrouping(const Snapshot& trace, KernelGroupBy by) : trace_(trace), by_(by) {}

  std::uint64_t of(const KernelCall& call) {
    switch (by_) {
      case KernelGroupBy::Operator:
        return index_of(call.op);
      case KernelGroupBy::Stream:
        return index_of(call.track.id);
      case KernelGroupBy::Name:
        return index_of(call.name);
      case KernelGroupBy::ShortName:
      case KernelGroupBy::Role:
      case KernelGroupBy::TensorCores:
        break;
    }
    const auto [at, fresh] = of_name_.try_emplace(call.name, 0);
    if (fresh) at->second = of_name(trace_.text(call.name));
    return at->second;
  }

  [[nodiscard]] std::string title(const KernelRow& row) const {
    switch (by_) {
      case KernelGroupBy::Operator: {
        const std::string_view op = trace_.text(StringId{static_cast<std::uint32_t>(row.group)});
        return op.empty() ? "(no operator)" : std::string(op);
      }
      case KernelGroupBy::Stream: {
        const Track& track = trace_.tracks[static_cast<std::size_t>(row.group)];
        return fmt::format("GPU {} stream {}", track.device, track.stream);
      }
      case KernelGroupBy::Role:
        return std::string(role_title(static_cast<ColorRole>(row.group)));
      case KernelGroupBy::TensorCores:
        if (row.group != 0) return fmt::format("on {}", matrix_units(trace_));
        return has_amd_gpus(trace_) ? "unknown" : "not on tensor cores";
      case KernelGroupBy::Name:
      case KernelGroupBy::ShortName:
        break;
    }
    return short_name(trace_.text(row.name));
  }

 private:
  std::uint64_t of_name(std::string_view name) {
    if (by_ == KernelGroupBy::Role) {
      return static_cast<std::uint64_t>(role_of(CategoryKind::Kernel, classify_name(name)));
    }
    if (by_ == KernelGroupBy::TensorCores) return uses_tensor_cores(name) ? 1 : 0;
    return short_names_.try_emplace(short_name(name), short_names_.size()).first->second;
  }

  const Snapshot& trace_;
  KernelGroupBy by_;
  std::unordered_map<StringId, std::uint64_t> of_name_;
  std::unordered_map<std::string, std::uint64_t> short_names_;
};

std::string_view title_of(const Snapshot& trace, KernelGroupBy by) {
  if (by == KernelGroupBy::TensorCores) return matrix_units_title(trace);
  constexpr std::array<std::string_view, 5> kTitles{"Kernel", "Kernel", "Operator", "Stream",
                                                    "Role"};
  return kTitles.at(static_cast<std::size_t>(by));
}

bool is_by_name(KernelGroupBy by) {
  return by == KernelGroupBy::Name || by == KernelGroupBy::ShortName;
}

ColorRole kernel_role(const Snapshot& trace, const KernelRow& row) {
  return role_of(CategoryKind::Kernel, classify_name(trace.text(row.name)));
}

/// A row without cells: its color and the event to go to.
DataRow kernel_row(const Snapshot& trace, const KernelRow& row, KernelGroupBy by) {
  DataRow out;
  out.event = row.longest;
  if (by == KernelGroupBy::Name) out.full_name = row.name;
  if (is_by_name(by)) out.shade = shade_of(trace.text(row.name));
  if (is_by_name(by) || by == KernelGroupBy::Role) out.role = kernel_role(trace, row);
  return out;
}

/// Finds the row of a kernel, or of its operator in a table by operators.
auto row_finder(std::shared_ptr<KernelGrouping> grouping, KernelGroupBy by,
                const std::vector<KernelRow>& rows, std::shared_ptr<const GraphOrigins> graphs) {
  std::unordered_map<std::uint64_t, std::uint32_t> row_of;
  for (std::uint32_t i = 0; i < rows.size(); ++i) row_of[rows[i].group] = i;
  return
      [grouping = std::move(grouping), by, row_of = std::move(row_of), graphs = std::move(graphs)](
          const Snapshot& trace, EventId event) -> std::optional<std::uint32_t> {
        const auto home = trace.find_slice(event);
        if (!home) return std::nullopt;
        const bool is_kernel =
            trace.kind_of(home->chunk->category[home->slice]) == CategoryKind::Kernel;
        if (!is_kernel && by != KernelGroupBy::Operator) return std::nullopt;
        const StringId op_name = op_name_of_kernel(trace, graphs.get(), event);
        if (!is_kernel && op_name == StringId::Empty) return std::nullopt;
        const auto at =
            row_of.find(grouping->of({*home->track, home->chunk->name[home->slice], op_name}));
        return at == row_of.end() ? std::nullopt : std::optional(at->second);
      };
}

/// In percent. Profilers write 0 for what they could not estimate, but also for launches that are
/// too small to fill 1 % of the GPU.
std::optional<double> shown_occupancy(const KernelShape& shape) {
  if (shape.occupancy_pct.value_or(0) > 0 || !shape.occupancy_pct) return shape.occupancy_pct;
  const double warps = shape.warps_per_sm.value_or(0);
  constexpr double kMostWarps = 64;  // of a multiprocessor
  return warps > 0 && warps < kFewWarpsPerSm ? std::optional(100 * warps / kMostWarps)
                                             : std::nullopt;
}

}  // namespace

std::string_view matrix_units_title(const Snapshot& trace) {
  return has_amd_gpus(trace) ? "Matrix cores" : "Tensor cores";
}

RowColumns<KernelRow> kernel_columns(const Snapshot& trace, const KernelTable& table,
                                     KernelGroupBy by,
                                     const std::map<StringId, KernelShape>* shapes) {
  using enum ValueKind;
  const bool by_name = is_by_name(by);
  const auto role = [&trace](const KernelRow& row) { return role_title(kernel_role(trace, row)); };
  const auto class_of = [](const KernelRow& row) { return gpu_class_name(row.gpu_class); };
  const auto share = [&table](const KernelRow& row) {
    return share_of(row.total_ns, table.gpu_ns);
  };
  const auto shape_of = [shapes](const KernelRow& row) {
    const auto at = shapes->find(row.name);
    return at == shapes->end() ? KernelShape{} : at->second;
  };
  const auto blocks = [=](const KernelRow& row) { return shape_of(row).blocks_per_sm; };
  // The key is the profiler's estimate.
  const auto occupancy = [=](const KernelRow& row) {
    const auto percent = shape_of(row).occupancy_pct;
    return percent && *percent > 0 ? percent : std::nullopt;
  };
  const auto occupancy_share = [=](const KernelRow& row) {
    const auto percent = shown_occupancy(shape_of(row));
    return percent ? std::optional(share_of(*percent, 100)) : std::nullopt;
  };
  const auto registers = [=](const KernelRow& row) { return shape_of(row).registers; };
  const auto shared_bytes = [=](const KernelRow& row) {
    const auto bytes = shape_of(row).shared_bytes;
    return bytes ? std::optional(static_cast<std::int64_t>(std::llround(*bytes))) : std::nullopt;
  };
  const bool has_shapes = shapes != nullptr;
  const bool has_graphs =
      std::ranges::any_of(table.rows, [](const KernelRow& row) { return row.graph_count > 0; });
  const bool has_occupancy = has_shapes && std::ranges::any_of(*shapes, [](const auto& one) {
                               return shown_occupancy(one.second).has_value();
                             });
  const bool has_ops =
      std::ranges::any_of(table.rows, [](const KernelRow& row) { return !row.ops.empty(); });
  const auto in_pane = [=](const char* title) { return std::string(has_shapes ? title : ""); };
  const ColumnOptions more{.usual = false, .given = has_shapes};
  RowColumns<KernelRow> columns = {
      // pane, text, JSON, page
      {{"", "kernel", "name", "kernel"}, Kernel, &KernelRow::name},
      {{"Role", kPaneTitle}, Words, role, {.usual = by_name, .given = by_name}},
      {{std::string(matrix_units_title(trace)), kPaneTitle},
       Flag,
       &KernelRow::tensor_core,
       {.usual = false, .given = by_name}},
      {{"Calls", kPaneTitle, "count", kPaneTitle}, Count, &KernelRow::count},
      {{"Total", kPaneTitle, "total_ns", kPaneTitle}, Time, &KernelRow::total_ns},
      {{"Share", "share of GPU time", "", "share of GPU time"}, Share, share},
      {{"Mean", kPaneTitle, "mean_ns", kPaneTitle}, Time, &KernelRow::mean_ns},
      {{"Median", "", "median_ns"}, Time, &KernelRow::median_ns, {.usual = false}},
      {{"Min", kPaneTitle, "min_ns"}, Time, &KernelRow::min_ns, {.usual = false}},
      {{"Max", kPaneTitle, "max_ns"}, Time, &KernelRow::max_ns},
      {{"P90", "", "p90_ns"}, Time, &KernelRow::p90_ns, {.usual = false}},
      {{"P99", "", "p99_ns"}, Time, &KernelRow::p99_ns, {.usual = false}},
      {{"Std", "", "std_ns"}, Time, &KernelRow::std_ns, {.usual = false}},
      {{in_pane("Est. occupancy")},
       Share,
       occupancy_share,
       {.usual = has_occupancy, .given = has_shapes}},
      {{in_pane("Blocks/SM"), "", "blocks_per_sm"}, Real, blocks, more},
      {{"", "", "occupancy_pct"}, Real, occupancy, more},
      {{in_pane("Registers"), "", "registers_per_thread"}, Real, registers, more},
      {{in_pane("Shared memory"), "", "shared_memory_bytes"}, Bytes, shared_bytes, more},
      {{"", "", "tensor_core"}, Flag, &KernelRow::tensor_core},
      {{"", "", "class"}, Words, class_of},
      {{"Launched by", kPaneTitle, "ops"},
       Names,
       &KernelRow::ops,
       {.usual = has_ops && by != KernelGroupBy::Operator}}};
  if (has_graphs)
    columns.add({{{"From graphs", kPaneTitle, "graph_count"}, Count, &KernelRow::graph_count}});
  columns.keys = {"name", "count", "total_ns", "mean_ns", "min_ns", "max_ns", "std_ns"};
  return columns;
}

DataTable kernels_table(const DataInput& in, KernelGroupBy by, const std::stop_token& stop) {
  const Snapshot& trace = in.results.trace;
  if (by == KernelGroupBy::Name && has_only_counters(trace)) return counters_table(in, stop);
  const auto grouping = std::make_shared<KernelGrouping>(trace, by);
  const KernelGroupOf group_of = [&grouping](const KernelCall& call) { return grouping->of(call); };
  const auto graphs = in.results.of<GraphOrigins>();
  const auto found = by == KernelGroupBy::Name
                         ? in.results.of<KernelTable>()
                         : std::make_shared<const KernelTable>(
                               kernels_by_group(trace, in.results.window, group_of, graphs.get()));
  const KernelTable& kernels = *found;
  DataTable table{.name_title = std::string(title_of(trace, by)),
                  .empty = std::string(record_hint(trace, Recordable::GpuWork)),
                  .ordered_by = "Total",
                  .goes_to = "longest"};
  std::uint64_t calls = 0;
  Ns total_ns = 0;
  const auto look = [&](const KernelRow& row) {
    DataRow out = kernel_row(trace, row, by);
    out.name = grouping->title(row);
    calls += row.count;
    return out;
  };
  // The other groups have kernels of several names, whose means are not comparable.
  const auto shapes = by == KernelGroupBy::Name ? in.results.of<KernelShapes>() : nullptr;
  const auto* const by_name = shapes && shapes->of_name ? &*shapes->of_name : nullptr;
  fill_table(trace, kernel_columns(trace, kernels, by, by_name), kernels.rows, look, stop, table);
  for (const KernelRow& row : kernels.rows) total_ns = saturating_add(total_ns, row.total_ns);
  table.row_of = row_finder(grouping, by, kernels.rows, graphs);
  table.facts = fmt::format("{} · {}", counted(calls, "kernel"), format_duration(total_ns));
  // Copies and memsets have no rows here, so the total shows how much GPU time is left.
  if (kernels.gpu_ns > total_ns)
    table.facts += fmt::format(" of {} total GPU work", format_duration(kernels.gpu_ns));
  if (const std::string note = graph_note(kernels.graphs); !note.empty())
    table.facts += " · " + note;
  return table;
}

}  // namespace lanescope
