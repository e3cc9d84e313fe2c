#include "core/analysis/kernels/kernels.h"

#include <map>
#include <numeric>
#include <unordered_map>

#include <fmt/format.h>

#include "core/analysis/events/statistics.h"
#include "core/view/tables/data_tables.h"
#include "core/view/text/record_hint.h"
#include "core/view/text/short_name.h"

namespace lanescope {
namespace {

/// Gives kernels the numbers of their groups, and groups their names.
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
        return op.empty() ? "launched by no operator" : std::string(op);
      }
      case KernelGroupBy::Stream: {
        const Track& track = trace_.tracks[static_cast<std::size_t>(row.group)];
        return fmt::format("GPU {} stream {}", track.device, track.stream);
      }
      case KernelGroupBy::Role:
        return std::string(role_title(static_cast<ColorRole>(row.group)));
      case KernelGroupBy::TensorCores:
        return row.group != 0 ? "on tensor cores" : "not on tensor cores";
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

std::string_view title_of(KernelGroupBy by) {
  switch (by) {
    case KernelGroupBy::Operator:
      return "Operator";
    case KernelGroupBy::Stream:
      return "Stream";
    case KernelGroupBy::Role:
      return "Role";
    case KernelGroupBy::TensorCores:
      return "Tensor cores";
    case KernelGroupBy::Name:
    case KernelGroupBy::ShortName:
      break;
  }
  return "Kernel";
}

DataRow kernel_row(const Snapshot& trace, const KernelRow& row, KernelGroupBy by, Ns total_ns) {
  const bool by_name = by == KernelGroupBy::Name || by == KernelGroupBy::ShortName;
  const std::string_view name = trace.text(row.name);
  const ColorRole role = role_of(CategoryKind::Kernel, classify_name(name));
  DataRow out;
  out.event = row.longest;
  if (by == KernelGroupBy::Name) out.full_name = row.name;
  if (by_name || by == KernelGroupBy::Role) {
    out.role = role;
    out.shade = by_name ? shade_of(name) : 0;
  }
  const auto rounded = [](double ns) { return time_cell(rounded_ns(ns)); };
  out.cells = {by_name ? text_cell(std::string(role_title(role))) : DataCell{},
               text_cell(by_name && row.tensor_core ? "yes" : ""),
               count_cell(row.count),
               time_cell(row.total_ns),
               share_cell(row.total_ns, total_ns),
               rounded(row.mean_ns),
               rounded(row.median_ns),
               time_cell(row.min_ns),
               time_cell(row.max_ns),
               rounded(row.p90_ns),
               rounded(row.p99_ns),
               rounded(row.std_ns),
               text_cell(row.ops.empty() ? "" : std::string(trace.text(row.ops.front())))};
  return out;
}

/// The row of a kernel; an operator's in a table by operators.
auto row_finder(std::shared_ptr<KernelGrouping> grouping, KernelGroupBy by,
                const std::vector<KernelRow>& rows) {
  std::unordered_map<std::uint64_t, std::uint32_t> row_of;
  for (std::uint32_t i = 0; i < rows.size(); ++i) row_of[rows[i].group] = i;
  return [grouping = std::move(grouping), by, row_of = std::move(row_of)](
             const Snapshot& trace, EventId event) -> std::optional<std::uint32_t> {
    const auto home = trace.find_slice(event);
    if (!home) return std::nullopt;
    const bool is_kernel =
        trace.kind_of(home->chunk->category[home->slice]) == CategoryKind::Kernel;
    if (!is_kernel && by != KernelGroupBy::Operator) return std::nullopt;
    const auto op = trace.find_slice(op_around(trace, event));
    const StringId op_name = op ? op->chunk->name[op->slice] : StringId::Empty;
    if (!is_kernel && op_name == StringId::Empty) return std::nullopt;
    const auto at =
        row_of.find(grouping->of({*home->track, home->chunk->name[home->slice], op_name}));
    return at == row_of.end() ? std::nullopt : std::optional(at->second);
  };
}

}  // namespace

DataTable kernels_table(const DataInput& in, KernelGroupBy by, const std::stop_token& stop) {
  const auto grouping = std::make_shared<KernelGrouping>(in.results.trace, by);
  const KernelGroupOf group_of = [&grouping](const KernelCall& call) { return grouping->of(call); };
  const auto kernels_by = [&]() -> std::shared_ptr<const KernelTable> {
    if (by == KernelGroupBy::Name) return in.results.of<KernelTable>();
    return std::make_shared<const KernelTable>(
        kernels_by_group(in.results.trace, in.results.window, group_of));
  };
  const auto found = kernels_by();
  const KernelTable& kernels = *found;
  const Ns total_ns = std::accumulate(
      kernels.rows.begin(), kernels.rows.end(), Ns{0},
      [](Ns sum, const KernelRow& row) { return saturating_add(sum, row.total_ns); });
  const bool by_name = by == KernelGroupBy::Name || by == KernelGroupBy::ShortName;
  DataTable table;
  table.name_title = title_of(by);
  table.empty = record_hint(in.results.trace, Recordable::GpuWork);
  table.columns = {{"Role", DataKind::Text, by_name},
                   {"Tensor cores", DataKind::Text, false},
                   {"Calls", DataKind::Count},
                   {"Total", DataKind::Time},
                   {"Share", DataKind::Share},
                   {"Mean", DataKind::Time},
                   {"Median", DataKind::Time, false},
                   {"Min", DataKind::Time, false},
                   {"Max", DataKind::Time},
                   {"P90", DataKind::Time, false},
                   {"P99", DataKind::Time, false},
                   {"Std", DataKind::Time, false},
                   {"Launched by", DataKind::Text, by != KernelGroupBy::Operator}};
  std::uint64_t calls = 0;
  for (const KernelRow& row : kernels.rows) {
    if (stop.stop_requested()) break;
    DataRow out = kernel_row(in.results.trace, row, by, kernels.gpu_ns);
    out.name = grouping->title(row);
    calls += row.count;
    table.rows.push_back(std::move(out));
  }
  table.row_of = row_finder(grouping, by, kernels.rows);
  table.facts = fmt::format(
      "{} {} · {} kernels · {}", format_count(static_cast<std::int64_t>(table.rows.size())),
      by_name ? "names" : "rows", format_count(static_cast<std::int64_t>(calls)),
      format_duration(total_ns));
  // Copies and fills have no rows here, so the shares tell how much of the GPU's time is left.
  if (kernels.gpu_ns > total_ns)
    table.facts += fmt::format(" of {} of all GPU work", format_duration(kernels.gpu_ns));
  return table;
}

}  // namespace lanescope
