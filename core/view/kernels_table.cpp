#include <numeric>

#include <fmt/format.h>

#include "core/analysis/kernels.h"
#include "core/view/data_tables.h"
#include "core/view/longest_events.h"
#include "core/view/short_name.h"

namespace lanescope {

DataTable kernels_table(const DataInput& in, const std::stop_token& stop) {
  const KernelTable kernels = analyse_kernels(in.trace, in.window);
  const LongestEvents longest(in.trace, in.window, CategoryKind::Kernel, stop);
  const Ns total_ns =
      std::accumulate(kernels.rows.begin(), kernels.rows.end(), Ns{0},
                      [](Ns sum, const KernelRow& row) { return sum + row.total_ns; });
  DataTable table;
  table.name_title = "Kernel";
  table.empty = "No kernels here: record with activities=[…, ProfilerActivity.CUDA]";
  table.columns = {{"Role", DataKind::Text},       {"Tensor cores", DataKind::Text, false},
                   {"Calls", DataKind::Count},     {"Total", DataKind::Time},
                   {"Share", DataKind::Share},     {"Mean", DataKind::Time},
                   {"Min", DataKind::Time, false}, {"Max", DataKind::Time},
                   {"Std", DataKind::Time, false}, {"Launched by", DataKind::Text}};
  std::uint64_t calls = 0;
  for (const KernelRow& row : kernels.rows) {
    if (stop.stop_requested()) break;
    const std::string_view name = in.trace.text(row.name);
    DataRow out;
    out.name = short_name(name);
    out.full_name = row.name;
    out.event = longest.of(row.name);
    out.role = role_of(CategoryKind::Kernel, classify_name(name));
    out.shade = shade_of(name);
    out.cells = {text_cell(std::string(role_title(*out.role))),
                 text_cell(row.tensor_core ? "yes" : ""),
                 count_cell(row.count),
                 time_cell(row.total_ns),
                 share_cell(row.total_ns, total_ns),
                 time_cell(static_cast<Ns>(row.mean_ns + 0.5)),
                 time_cell(row.min_ns),
                 time_cell(row.max_ns),
                 time_cell(static_cast<Ns>(row.std_ns + 0.5)),
                 text_cell(row.ops.empty() ? "" : std::string(in.trace.text(row.ops.front())))};
    calls += row.count;
    table.rows.push_back(std::move(out));
  }
  table.facts = fmt::format(
      "{} names · {} kernels · {}", format_count(static_cast<std::int64_t>(table.rows.size())),
      format_count(static_cast<std::int64_t>(calls)), format_duration(total_ns));
  return table;
}

}  // namespace lanescope
