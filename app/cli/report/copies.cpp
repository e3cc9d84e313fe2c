#include <fmt/format.h>

#include "app/cli/report/report.h"
#include "core/view/tables/row_columns.h"

namespace lanescope {
namespace {

constexpr const char* kNoCopies = "the window has no copies or memsets";
constexpr const char* kNoSizes = "bytes, rates: the trace does not say how much was copied";
constexpr const char* kNoSteps = "repeated, round_trips: fewer than two ProfilerStep ranges";

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

RowColumns<CopyRow> columns_of(const ReportInput& input, const CopyTable& table,
                               const std::string& title) {
  return copy_columns(table, input.window.thresholds->many_small_copies, title);
}

Json rows_with_origins(const ReportInput& input, const CopyTable& table, const CopyDevice& device) {
  Json rows = rows_json(input.trace, columns_of(input, table, ""), device.rows);
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
  std::string text = first_rows_text(input.trace, columns_of(input, table, title), device.rows);
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
