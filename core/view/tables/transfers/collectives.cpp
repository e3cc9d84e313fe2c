// Collectives by kind, group and size: how much they transfer, how long, and how fast.
#include <algorithm>
#include <string>
#include <vector>

#include <fmt/format.h>

#include "core/analysis/comm/comm.h"
#include "core/analysis/host/site.h"
#include "core/base/check.h"
#include "core/view/tables/row_columns.h"
#include "core/view/tables/transfers/device_column.h"
#include "core/view/text/short_name.h"
#include "core/view/text/time_text.h"

namespace lanescope {
namespace {

constexpr std::size_t kGroupWidth = 28;  // of text, in columns

/// Shortened if it is a kernel's, for want of arguments.
std::string readable(const CommRow& row) {
  return row.has_arguments ? row.collective.name : short_name(row.collective.name);
}

std::string facts_of(const CommTable& comm) {
  std::uint64_t count = 0;
  Ns total_ns = 0, exposed_ns = 0;
  for (const CommDevice& device : comm.devices) {
    count += device.kernels;
    total_ns = saturating_add(total_ns, device.total_ns);
    exposed_ns = saturating_add(exposed_ns, device.exposed_ns);
  }
  if (count == 0) return "";
  return fmt::format("{} · {}, {} exposed", counted(count, "collective"), format_duration(total_ns),
                     format_duration(exposed_ns));
}

}  // namespace

RowColumns<CommRow> collective_columns(std::span<const CommRow> rows) {
  using enum ValueKind;
  const auto of = [](auto Collective::*member) {
    return [=](const CommRow& row) { return row.collective.*member; };
  };
  const auto any = [rows](const auto& has) { return std::ranges::any_of(rows, has); };
  const bool grouped = any([](const CommRow& row) { return !row.collective.group.empty(); });
  const bool sized = any([](const CommRow& row) { return row.collective.bytes.has_value(); });
  const bool rated = any([](const CommRow& row) { return row.bus_gb_per_s.has_value(); });
  const auto name = of(&Collective::name);
  const auto collective = [=](const CommRow& row) {
    return row.has_arguments ? std::optional(name(row)) : std::nullopt;
  };
  const auto mean_ns = [](const CommRow& row) {
    LANESCOPE_CHECK(row.count > 0, "a row without collectives");
    return row.total_ns / static_cast<Ns>(row.count);
  };
  return {
      // pane, text, JSON
      {{"", "collective"}, Name, readable},
      {{"", "", "name"}, Name, name},
      {{"", "", "collective"}, Name, collective},
      {{"Group", kPaneTitle, "group"},
       NameOrNone,
       of(&Collective::group),
       {.usual = grouped, .width = kGroupWidth}},
      {{"Ranks", kPaneTitle, "group_size"}, Count, of(&Collective::group_size), {.usual = grouped}},
      {{"", "", "ranks"}, NameOrNone, of(&Collective::ranks)},
      {{"Dtype", "", "dtype"}, NameOrNone, of(&Collective::dtype), {.usual = false}},
      {{"", "", "in_elements"}, Count, of(&Collective::in_elements)},
      {{"", "", "out_elements"}, Count, of(&Collective::out_elements)},
      {{"Message", kPaneTitle, "message_bytes"}, Bytes, of(&Collective::bytes), {.usual = sized}},
      {{"Count", kPaneTitle, "count"}, Count, &CommRow::count},
      {{"Total", kPaneTitle, "total_ns"}, Time, &CommRow::total_ns},
      {{"Exposed", kPaneTitle, "exposed_ns"}, Time, &CommRow::exposed_ns},
      {{"Mean"}, Time, mean_ns},
      {{"Shortest", kPaneTitle, "min_ns"}, Time, &CommRow::min_ns},
      {{"Longest", "", "max_ns"}, Time, &CommRow::max_ns},
      {{"Algorithm GB/s", "algorithm", "algorithm_gb_per_s"},
       Rate,
       &CommRow::algorithm_gb_per_s,
       {.usual = false}},
      {{"Bus GB/s", "bus", "bus_gb_per_s"}, Rate, &CommRow::bus_gb_per_s, {.usual = rated}},
      {{"Best bus GB/s", "", "best_bus_gb_per_s"},
       Rate,
       &CommRow::best_bus_gb_per_s,
       {.usual = false}},
      {{"", "", "event_id"}, Event, &CommRow::longest}};
}

DataTable collectives_table(const DataInput& in, const std::stop_token& stop) {
  const Snapshot& trace = in.results.trace;
  const auto comm = in.results.of<CommTable>();
  DataTable table{.name_title = "Collectives",
                  .facts = facts_of(*comm),
                  .empty = "No communication kernels",
                  .ordered_by = "Total",
                  .goes_to = "longest"};
  const auto look = [&](const CommRow& row) {
    DataRow out =
        named_row(trace, CategoryKind::Kernel, slice_name(trace, row.longest), row.longest);
    out.name = readable(row);
    out.own_name = row.collective.name;
    out.full_name = StringId::Empty;
    return out;
  };
  std::vector<CommRow> rows;
  std::vector<std::int64_t> devices;  // by row
  for (const CommDevice& device : comm->devices) {
    rows.insert(rows.end(), device.rows.begin(), device.rows.end());
    devices.insert(devices.end(), device.rows.size(), device.device);
  }
  fill_table(trace, collective_columns(rows), rows, look, stop, table);
  add_device_column(devices, table);
  sort_rows(table);
  return table;
}

}  // namespace lanescope
