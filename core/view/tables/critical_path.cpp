#include "core/analysis/launch/critical_path.h"

#include <algorithm>
#include <map>

#include <fmt/format.h>

#include "core/view/colors/path_words.h"
#include "core/view/tables/data_tables.h"
#include "core/view/text/short_name.h"

namespace lanescope {
namespace {

/// The parts of one class, whatever they are called.
std::vector<PathCost> by_class(const std::vector<PathCost>& costs) {
  std::vector<PathCost> sums;
  for (const PathCost& cost : costs) {
    auto known = std::ranges::find(sums, cost.what, &PathCost::what);
    if (known == sums.end()) {
      sums.push_back(cost);
      sums.back().name = StringId::Empty;
      continue;
    }
    known->total_ns = saturating_add(known->total_ns, cost.total_ns);
    known->count += cost.count;
    if (known->longest == EventId::None) known->longest = cost.longest;
  }
  std::ranges::stable_sort(sums, std::ranges::greater(), &PathCost::total_ns);
  return sums;
}

DataRow row_of(const Snapshot& trace, const PathCost& cost, Ns window_ns) {
  DataRow row;
  const PathLook look = look_of(cost.what);
  row.full_name = cost.name;
  row.name = cost.name == StringId::Empty ? std::string(path_class_title(cost.what))
                                          : short_name(trace.text(cost.name));
  row.event = cost.longest;
  row.role = look.role;
  row.shade = look.shade;
  const auto count = static_cast<Ns>(std::max<std::uint64_t>(1, cost.count));
  row.cells = {text_cell(std::string(path_class_title(cost.what))), count_cell(cost.count),
               time_cell(cost.total_ns), share_cell(cost.total_ns, window_ns),
               time_cell(cost.total_ns / count)};
  return row;
}

}  // namespace

DataTable path_table(const DataInput& in, PathRows rows, const std::stop_token& stop) {
  const auto found_path = in.results.of<CriticalPath>();
  const CriticalPath& path = *found_path;
  const bool classes = rows == PathRows::Class;
  DataTable table;
  table.name_title = classes ? "Spent on" : "On the path";
  table.empty = "No path here: nothing with a length lies in the window";
  table.columns = {{"Class", DataKind::Text, !classes},
                   {"Parts", DataKind::Count},
                   {"Time", DataKind::Time},
                   {"Share", DataKind::Share},
                   {"Mean", DataKind::Time}};
  const Ns window_ns = path.window.length_ns();
  for (const PathCost& cost : classes ? by_class(path.costs) : path.costs) {
    if (stop.stop_requested()) break;
    table.rows.push_back(row_of(in.results.trace, cost, window_ns));
  }
  if (!table.rows.empty()) {
    table.facts = fmt::format("{} in {} segments", format_duration(window_ns),
                              format_count(static_cast<std::int64_t>(path.segments.size())));
  }
  return table;
}

}  // namespace lanescope
