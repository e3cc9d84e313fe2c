#include "app/panes/tables/data_build.h"

#include "core/view/tables/table_filter.h"
#include "core/view/text/time_text.h"
#include "core/view/text/window_words.h"

namespace lanescope {
namespace {

/// What the rows cover, if there is a choice.
std::string window_facts(const Snapshot& snapshot, const AnalysisWindow& window) {
  const std::size_t warm_up = window.warm_up_steps;
  if (warm_up > 0) return " · excluding " + counted(warm_up, "warm-up step");
  if (window.kind == WindowKind::Whole && snapshot.steps.empty()) return "";
  return " · " + std::string(window_phrase(window.kind));
}

RunSide side_of(const Snapshot& snapshot, const DataKey& key) {
  return key.pair && key.pair->aligned->b.get() == &snapshot ? RunSide::B : RunSide::A;
}

/// Of a table without rows none: nothing is known of them.
std::vector<std::size_t> vacant_columns(const DataTable& table) {
  std::vector<std::size_t> vacant;
  for (std::size_t i = 0; i < table.columns.size() && !table.rows.empty(); ++i) {
    if (!has_values(table, i)) vacant.push_back(i);
  }
  return vacant;
}

}  // namespace

BuiltData build_data(const DataPaneSpec& spec, TraceResults& results, const DataKey& key,
                     const std::stop_token& stop) {
  const Snapshot& snapshot = *results.trace();
  BuiltData built;
  const bool steps = key.window == WindowKind::Steps || key.window == WindowKind::Whole;
  if (steps && spec.leaves_out_warm_up) {
    const auto steady = steps_window(snapshot, key.thresholds);
    if (steady) built.warm_up_steps = steady->warm_up_steps;
  }
  const bool shows_all = key.window == WindowKind::Steps && !spec.leaves_out_warm_up;
  const TracePart part{shows_all ? WindowKind::Whole : key.window, key.range, key.thresholds};
  built.table = results.make(part, stop, [&](const AnalysisResults& in) {
    DataTable table =
        spec.build({in, key.box, key.pair, side_of(snapshot, key), key.brief}, key.way, stop);
    tell_rows_apart(snapshot, table);
    if (!shows_all && !spec.pair && !table.rows.empty())
      table.facts += window_facts(snapshot, in.window);
    return table;
  });
  built.vacant = vacant_columns(built.table);
  return built;
}

ListedRows list_data(const Snapshot& snapshot, const DataTable& table, DataQuery query,
                     const std::stop_token& stop) {
  ListedRows listed;
  const auto filter = TableFilter::parse(query.filter, table);
  if (!filter.ok()) {
    listed.problem = filter.error().message;
    // Rows of an earlier filter would seem to be its own.
    query.filter.clear();
  }
  listed.rows = order_rows(snapshot, table, query, stop);
  const std::vector<std::uint32_t> matching = matching_rows(snapshot, table, query, listed.rows);
  listed.matching = matching.size();
  listed.sums = sums_of(table, matching, stop);
  listed.note = "No rows match the filter";
  if (filter.ok() && !filter.value().hint().empty()) listed.note += ": " + filter.value().hint();
  return listed;
}

}  // namespace lanescope
