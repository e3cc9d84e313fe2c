// Copies and memsets by the kinds of memory that they connect.
#include "core/analysis/copies/copies.h"

#include <algorithm>
#include <optional>
#include <string>
#include <vector>

#include <fmt/format.h>

#include "core/base/check.h"
#include "core/view/colors/role.h"
#include "core/view/tables/row_columns.h"
#include "core/view/tables/transfers/device_column.h"
#include "core/view/text/time_text.h"

namespace lanescope {
namespace {

constexpr std::size_t kOperatorWidth = 28;  // of text, in columns

/// "HtoD pinned host → device".
std::string route_text(const CopyRow& row) {
  const CopyRoute& route = row.route;
  const std::string kind = route.kind.empty() ? "copy" : route.kind;
  if (route.from.empty() && route.to.empty()) return kind;
  return kind + " " + (route.from.empty() ? "" : route.from + " → ") + route.to;
}

std::optional<double> small_per_step(std::size_t steps, const CopyRow& row) {
  if (steps == 0 || row.sized == 0) return std::nullopt;
  return static_cast<double>(row.small) / static_cast<double>(steps);
}

/// Of the operator that most time was copied for.
const CopyOrigin& first_origin(const CopyRow& row) {
  LANESCOPE_CHECK(!row.origins.empty(), "each copy is of an operator or of none");
  return row.origins.front();
}

bool has_operator(const CopyTable& copies) {
  return std::ranges::any_of(copies.devices, [](const CopyDevice& device) {
    return std::ranges::any_of(
        device.rows, [](const CopyRow& row) { return first_origin(row).op != StringId::Empty; });
  });
}

std::string facts_of(const CopyTable& copies) {
  std::uint64_t count = 0;
  Ns exposed_ns = 0;
  for (const CopyDevice& device : copies.devices) {
    for (const CopyRow& row : device.rows) count += row.count;
    exposed_ns = saturating_add(exposed_ns, device.exposed_ns);
  }
  if (count == 0) return "";
  return fmt::format("{} · {} exposed", counted(count, "copy or memset", "copies and memsets"),
                     format_duration(exposed_ns));
}

}  // namespace

RowColumns<CopyRow> copy_columns(const CopyTable& table, std::int64_t many_small,
                                 const std::string& title) {
  using enum ValueKind;
  const auto part = [](std::string CopyRoute::*name) {
    return [=](const CopyRow& row) { return row.route.*name; };
  };
  const auto sized = [](auto member) {
    return
        [=](const CopyRow& row) { return row.sized != 0 ? cell_value(row.*member) : CellValue(); };
  };
  const auto series = [](auto member) {
    return [=](const CopyRow& row) {
      return row.sized != 0 ? cell_value(row.series.*member) : CellValue();
    };
  };
  const bool has_steps = table.steps != 0;
  const auto per_step = [steps = table.steps](const CopyRow& row) {
    return small_per_step(steps, row);
  };
  const auto many = [=](const CopyRow& row) -> std::optional<bool> {
    const auto small = per_step(row);
    return small ? std::optional(*small > static_cast<double>(many_small)) : std::nullopt;
  };
  const auto most_by = [](const CopyRow& row) { return first_origin(row).op; };
  return {// pane, text, JSON
          {{"", title}, Words, route_text},
          {{"", "", "kind"}, NameOrNone, part(&CopyRoute::kind)},
          {{"", "", "from"}, NameOrNone, part(&CopyRoute::from)},
          {{"", "", "to"}, NameOrNone, part(&CopyRoute::to)},
          {{"Count", kPaneTitle, "count"}, Count, &CopyRow::count},
          {{"Bytes", kPaneTitle}, Bytes, sized(&CopyRow::bytes), {.usual = table.sizes_read}},
          {{"Time", kPaneTitle, "total_ns"}, Time, &CopyRow::total_ns},
          {{"Exposed", kPaneTitle, "exposed_ns"}, Time, &CopyRow::exposed_ns},
          {{"", "", "copied_bytes"}, Bytes, sized(&CopyRow::bytes)},
          {{"Min GB/s", "", "min_gb_per_s"}, Rate, sized(&CopyRow::min_gb_per_s), {.usual = false}},
          {{"Median GB/s", "median", "median_gb_per_s"},
           Rate,
           sized(&CopyRow::median_gb_per_s),
           {.usual = table.sizes_read}},
          {{"Max GB/s", "max", "max_gb_per_s"},
           Rate,
           sized(&CopyRow::max_gb_per_s),
           {.usual = table.sizes_read}},
          {{"", "", "mean_gb_per_s"}, Rate, sized(&CopyRow::mean_gb_per_s)},
          {{"", "", "mean_over_time_gb_per_s"}, Rate, series(&CopyRateSeries::mean_over_time)},
          {{"", "", "rate_changes/count"}, Count, series(&CopyRateSeries::changes)},
          {{"", "", "rate_changes/mean_gb_per_s"}, Rate, series(&CopyRateSeries::mean_of_changes)},
          {{"", "", "rate_changes/max_gb_per_s"}, Rate, series(&CopyRateSeries::max)},
          {{"", "", "small_copies"}, Count, sized(&CopyRow::small)},
          {{"Small / step", kPaneTitle, "small_copies_per_step"},
           Real,
           per_step,
           {.usual = has_steps, .format = "{:.0f}"}},
          {{"", "", "many_small_copies"}, Flag, many},
          {{"Mostly by", kPaneTitle},
           Name,
           most_by,
           {.usual = has_operator(table), .width = kOperatorWidth}}};
}

DataTable copies_table(const DataInput& in, const std::stop_token& stop) {
  const Snapshot& trace = in.results.trace;
  const auto copies = in.results.of<CopyTable>();
  DataTable table{.name_title = "Copies",
                  .facts = facts_of(*copies),
                  .empty = "No copies or memsets",
                  .ordered_by = "Time",
                  .goes_to = "longest"};
  const auto look = [](const CopyRow& row) {
    return DataRow{
        .name = route_text(row),
        .event = first_origin(row).longest,
        .role = role_of(row.route.kind == "memset" ? CategoryKind::Memset : CategoryKind::Memcpy,
                        NameClass::Plain)};
  };
  std::vector<CopyRow> rows;
  std::vector<std::int64_t> devices;  // by row
  for (const CopyDevice& device : copies->devices) {
    rows.insert(rows.end(), device.rows.begin(), device.rows.end());
    devices.insert(devices.end(), device.rows.size(), device.device);
  }
  fill_table(trace, copy_columns(*copies, in.results.window.thresholds->many_small_copies), rows,
             look, stop, table);
  add_device_column(devices, table);
  sort_rows(table);
  return table;
}

}  // namespace lanescope
