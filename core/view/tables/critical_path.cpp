#include "core/analysis/launch/critical_path.h"

#include <algorithm>

#include <fmt/format.h>

#include "core/analysis/host/record_advice.h"
#include "core/view/colors/path_words.h"
#include "core/view/tables/row_columns.h"
#include "core/view/text/short_name.h"
#include "core/view/text/time_text.h"

namespace lanescope {
namespace {

/// The costs summed by class, regardless of the name.
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

DataRow row_of(const Snapshot& trace, const PathCost& cost) {
  const PathLook look = look_of(cost.what);
  return {.name = cost.name == StringId::Empty ? std::string(path_class_title(cost.what))
                                               : short_name(trace.text(cost.name)),
          .full_name = cost.name,
          .event = cost.longest,
          .role = look.role,
          .shade = look.shade};
}

std::string why_no_path(const Snapshot& trace, const AnalysisWindow& window) {
  std::string why = "No critical path: no events with a duration in the window; ";
  const bool elsewhere = window.is_bounded() && !trace.slices_extent.empty();
  why += elsewhere ? "choose a larger one" : record_advice(trace, Recordable::Operators);
  return why;
}

}  // namespace

RowColumns<PathCost> path_columns(const CriticalPath& path, PathRows rows) {
  using enum ValueKind;
  const auto title = [](const PathCost& cost) { return path_class_title(cost.what); };
  const auto name = [](const PathCost& cost) { return path_class_name(cost.what); };
  const auto share = [window_ns = path.window.length_ns()](const PathCost& cost) {
    return share_of(cost.total_ns, window_ns);
  };
  const auto mean = [](const PathCost& cost) {
    return cost.total_ns / static_cast<Ns>(std::max<std::uint64_t>(1, cost.count));
  };
  RowColumns<PathCost> columns = {
      // pane, text, JSON
      {{"", "on the path"}, Kernel, &PathCost::name, {.none = "(no ops traced)"}},
      {{"Class"}, Words, title, {.usual = rows == PathRows::Name}},
      {{"", "class", "class"}, Words, name},
      {{"", "", "name"}, NameOrNone, &PathCost::name},
      {{"Parts", kPaneTitle, "count"}, Count, &PathCost::count},
      {{"Time", kPaneTitle, "total_ns"}, Time, &PathCost::total_ns},
      {{"Share", kPaneTitle}, Share, share},
      {{"Mean"}, Time, mean},
      {{"", "", "event_id"}, Event, &PathCost::longest}};
  columns.keys = {"class", "name", "total_ns", "count"};
  return columns;
}

DataTable path_table(const DataInput& in, PathRows rows, const std::stop_token& stop) {
  const auto path = in.results.of<CriticalPath>();
  const bool classes = rows == PathRows::Class;
  DataTable table{.name_title = classes ? "Spent on" : "On the path",
                  .empty = why_no_path(in.results.trace, in.results.window),
                  .ordered_by = "Time"};
  const auto look = [&](const PathCost& cost) { return row_of(in.results.trace, cost); };
  fill_table(in.results.trace, path_columns(*path, rows),
             classes ? by_class(path->costs) : path->costs, look, stop, table);
  if (!table.rows.empty()) {
    table.facts = fmt::format("{} in {}", format_duration(path->window.length_ns()),
                              counted(path->segments.size(), "segment"));
  }
  return table;
}

}  // namespace lanescope
