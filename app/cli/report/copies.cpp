#include <fmt/format.h>

#include "app/cli/report/report.h"

namespace lanescope {
namespace {

constexpr const char* kNoCopies = "the window has no copies or memsets";
constexpr const char* kNoSizes = "bytes, rates: the trace does not say how much was copied";
constexpr const char* kNoSteps = "repeated, round_trips: fewer than two ProfilerStep ranges";

std::string route_text(const CopyRoute& route) {
  const std::string kind = route.kind.empty() ? "copy" : route.kind;
  if (route.from.empty() && route.to.empty()) return kind;
  return kind + " " + (route.from.empty() ? "" : route.from + " → ") + route.to;
}

std::optional<double> small_per_step(const CopyTable& table, const CopyRow& row) {
  if (table.steps == 0 || row.sized == 0) return std::nullopt;
  return static_cast<double>(row.small) / static_cast<double>(table.steps);
}

Json origins_json(const Snapshot& trace, const CopyRow& row) {
  return json_list(row.origins, [&](const CopyOrigin& origin) -> Json {
    return {{"op", json_text_or_null(trace, origin.op)},
            {"count", origin.count},
            {"total_ns", origin.total_ns},
            {"copied_bytes", row.sized != 0 ? Json(origin.bytes) : Json()},
            {"source", json_slice_name(trace, origin.source)},
            {"event_id", json_event(origin.longest)}};
  });
}

/// The rows of one GPU. Text has the GPU's name above them.
RowColumns<CopyRow> copy_columns(const ReportInput& input, const CopyTable& table,
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
  const auto route = [](const CopyRow& row) { return route_text(row.route); };
  const auto per_step = [&](const CopyRow& row) { return small_per_step(table, row); };
  const auto many = [&](const CopyRow& row) -> std::optional<bool> {
    const auto limit = static_cast<double>(input.window.thresholds->many_small_copies);
    const auto small = small_per_step(table, row);
    return small ? std::optional(*small > limit) : std::nullopt;
  };
  const auto most_by = [](const CopyRow& row) { return row.origins.front().op; };
  return {// text, JSON
          {{"", title}, Words, route},
          {{"", "", "kind"}, NameOrNone, part(&CopyRoute::kind)},
          {{"", "", "from"}, NameOrNone, part(&CopyRoute::from)},
          {{"", "", "to"}, NameOrNone, part(&CopyRoute::to)},
          {{"", "count", "count"}, Count, &CopyRow::count},
          {{"", "bytes"}, Bytes, sized(&CopyRow::bytes)},
          {{"", "time", "total_ns"}, Time, &CopyRow::total_ns},
          {{"", "exposed", "exposed_ns"}, Time, &CopyRow::exposed_ns},
          {{"", "", "copied_bytes"}, Bytes, sized(&CopyRow::bytes)},
          {{"", "", "min_gb_per_s"}, Rate, sized(&CopyRow::min_gb_per_s)},
          {{"", "median", "median_gb_per_s"}, Rate, sized(&CopyRow::median_gb_per_s)},
          {{"", "max", "max_gb_per_s"}, Rate, sized(&CopyRow::max_gb_per_s)},
          {{"", "", "mean_gb_per_s"}, Rate, sized(&CopyRow::mean_gb_per_s)},
          {{"", "", "mean_over_time_gb_per_s"}, Rate, series(&CopyRateSeries::mean_over_time)},
          {{"", "", "rate_changes/count"}, Count, series(&CopyRateSeries::changes)},
          {{"", "", "rate_changes/mean_gb_per_s"}, Rate, series(&CopyRateSeries::mean_of_changes)},
          {{"", "", "rate_changes/max_gb_per_s"}, Rate, series(&CopyRateSeries::max)},
          {{"", "", "small_copies"}, Count, sized(&CopyRow::small)},
          {{"", "small / step", "small_copies_per_step"}, Real, per_step, {.format = "{:.0f}"}},
          {{"", "", "many_small_copies"}, Flag, many},
          {{"", "mostly by"}, Name, most_by, {.width = kReportNameWidth / 2}}};
}

Json rows_with_origins(const ReportInput& input, const CopyTable& table, const CopyDevice& device) {
  Json rows = rows_json(input.trace, copy_columns(input, table, ""), device.rows);
  for (std::size_t i = 0; i < rows.size(); ++i)
    rows[i]["ops"] = origins_json(input.trace, device.rows[i]);
  return rows;
}

Json repeated_json(const Snapshot& trace, const CopyDevice& device) {
  if (!device.repeated) return nullptr;
  return json_list(*device.repeated, [&](const RepeatedCopy& copy) -> Json {
    const CopyRoute& route = device.rows[copy.row].route;
    return {{"kind", route.kind},
            {"from", route.from},
            {"to", route.to},
            {"op", json_text_or_null(trace, copy.op)},
            {"copy_bytes", copy.bytes},
            {"count", copy.count},
            {"total_ns", copy.total_ns},
            {"event_id", json_event(copy.first)}};
  });
}

Json round_trips_json(const CopyDevice& device) {
  if (!device.round_trips) return nullptr;
  return json_list(*device.round_trips, [](const RoundTrip& trip) -> Json {
    return {{"copy_bytes", trip.bytes},
            {"count", trip.count},
            {"out_event_id", json_event(trip.first_out)},
            {"back_event_id", json_event(trip.first_back)}};
  });
}

Reasons why(const CopyTable& table) {
  const bool any = !table.devices.empty();
  bool sized = table.sizes_read;
  for (const CopyDevice& device : table.devices) {
    for (const CopyRow& row : device.rows) sized = sized && row.sized == row.count;
  }
  return {{!any, kNoCopies}, {any && !sized, kNoSizes}, {any && table.steps < 2, kNoSteps}};
}

std::string device_text(const ReportInput& input, const CopyTable& table,
                        const CopyDevice& device) {
  const std::string title = fmt::format("GPU {}", device.device);
  std::string text = first_rows_text(input.trace, copy_columns(input, table, title), device.rows);
  const auto note = [&](std::size_t count, const char* one, const char* more) {
    if (count != 0) text += fmt::format("{} {}; see --json\n", count, count == 1 ? one : more);
  };
  if (device.repeated) {
    note(device.repeated->size(), "copy is repeated in every step",
         "copies are repeated in every step");
  }
  if (device.round_trips) {
    note(device.round_trips->size(), "copy size goes to the host and back within a step",
         "copy sizes go to the host and back within a step");
  }
  return text;
}

}  // namespace

Json to_json(const ReportInput& input, const CopyTable& result) {
  Json out = {{"steps", result.steps},
              {"small_copy_bytes", input.window.thresholds->small_copy_bytes},
              {"many_small_copies_per_step", input.window.thresholds->many_small_copies},
              {"devices", json_list(result.devices, [&](const CopyDevice& device) -> Json {
                 return {{"device", device.device},
                         {"window_ns", device.window_ns},
                         {"exposed_ns", device.exposed_ns},
                         {"kinds", rows_with_origins(input, result, device)},
                         {"repeated", repeated_json(input.trace, device)},
                         {"round_trips", round_trips_json(device)}};
               })}};
  return why(result).added_to(std::move(out));
}

std::string to_text(const ReportInput& input, const CopyTable& result) {
  if (result.devices.empty()) return std::string("n/a: ") + kNoCopies + "\n";
  return paragraphs(result.devices,
                    [&](const CopyDevice& device) { return device_text(input, result, device); });
}

}  // namespace lanescope
