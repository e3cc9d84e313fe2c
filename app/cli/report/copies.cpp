#include <fmt/format.h>

#include "app/cli/output/text_table.h"
#include "app/cli/report/report.h"
#include "core/view/details/copy.h"

namespace lanescope {
namespace {

using Align = TextTable::Align;

constexpr const char* kNoCopies = "the window has no copies and fills";
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
  Json out = Json::array();
  for (const CopyOrigin& origin : row.origins) {
    out.push_back({{"op", json_text_or_null(trace, origin.op)},
                   {"count", origin.count},
                   {"total_ns", origin.total_ns},
                   {"copied_bytes", row.sized != 0 ? Json(origin.bytes) : Json()},
                   {"source", json_slice_name(trace, origin.source)},
                   {"event_id", json_event(origin.longest)}});
  }
  return out;
}

Json row_json(const ReportInput& input, const CopyTable& table, const CopyRow& row) {
  const auto many = static_cast<double>(input.window.thresholds->many_small_copies);
  const auto sized = [&](auto value) { return row.sized != 0 ? Json(value) : Json(); };
  const auto text = [](const std::string& part) { return part.empty() ? Json() : Json(part); };
  const auto per_step = small_per_step(table, row);
  return {{"kind", text(row.route.kind)},
          {"from", text(row.route.from)},
          {"to", text(row.route.to)},
          {"count", row.count},
          {"total_ns", row.total_ns},
          {"exposed_ns", row.exposed_ns},
          {"copied_bytes", sized(row.bytes)},
          {"min_gb_per_s", sized(row.min_gb_per_s)},
          {"median_gb_per_s", sized(row.median_gb_per_s)},
          {"max_gb_per_s", sized(row.max_gb_per_s)},
          {"mean_gb_per_s", sized(row.mean_gb_per_s)},
          {"mean_over_time_gb_per_s", sized(row.series.mean_over_time)},
          {"rate_changes",
           {{"count", sized(row.series.changes)},
            {"mean_gb_per_s", sized(row.series.mean_of_changes)},
            {"max_gb_per_s", sized(row.series.max)}}},
          {"small_copies", sized(row.small)},
          {"small_copies_per_step", json_or_null(per_step)},
          {"many_small_copies", per_step ? Json(*per_step > many) : Json()},
          {"ops", origins_json(input.trace, row)}};
}

Json repeated_json(const Snapshot& trace, const CopyDevice& device) {
  if (!device.repeated) return nullptr;
  Json out = Json::array();
  for (const RepeatedCopy& copy : *device.repeated) {
    const CopyRoute& route = device.rows[copy.row].route;
    out.push_back({{"kind", route.kind},
                   {"from", route.from},
                   {"to", route.to},
                   {"op", json_text_or_null(trace, copy.op)},
                   {"copy_bytes", copy.bytes},
                   {"count", copy.count},
                   {"total_ns", copy.total_ns},
                   {"event_id", json_event(copy.first)}});
  }
  return out;
}

Json round_trips_json(const CopyDevice& device) {
  if (!device.round_trips) return nullptr;
  Json out = Json::array();
  for (const RoundTrip& trip : *device.round_trips) {
    out.push_back({{"copy_bytes", trip.bytes},
                   {"count", trip.count},
                   {"out_event_id", json_event(trip.first_out)},
                   {"back_event_id", json_event(trip.first_back)}});
  }
  return out;
}

std::string why(const CopyTable& table) {
  if (table.devices.empty()) return kNoCopies;
  bool sized = table.sizes_read;
  for (const CopyDevice& device : table.devices) {
    for (const CopyRow& row : device.rows) sized = sized && row.sized == row.count;
  }
  std::string text = sized ? "" : kNoSizes;
  if (table.steps < 2) text += std::string(text.empty() ? "" : "; ") + kNoSteps;
  return text;
}

std::string device_text(const ReportInput& input, const CopyTable& table,
                        const CopyDevice& device) {
  TextTable rows({{fmt::format("GPU {}", device.device), Align::Left},
                  {"count"},
                  {"bytes"},
                  {"time"},
                  {"exposed"},
                  {"median"},
                  {"max"},
                  {"small / step"},
                  {"most by", Align::Left}});
  for (std::size_t i = 0; i < std::min(device.rows.size(), kMostRows); ++i) {
    const CopyRow& row = device.rows[i];
    const auto sized = [&](std::string cell) { return row.sized != 0 ? cell : std::string("n/a"); };
    const auto per_step = small_per_step(table, row);
    rows.add_row({route_text(row.route), format_count(static_cast<std::int64_t>(row.count)),
                  sized(format_bytes(row.bytes)), format_duration(row.total_ns),
                  format_duration(row.exposed_ns), sized(format_rate(row.median_gb_per_s)),
                  sized(format_rate(row.max_gb_per_s)),
                  per_step ? fmt::format("{:.0f}", *per_step) : "n/a",
                  printable(input.trace.text(row.origins.front().op), kReportNameWidth / 2)});
  }
  std::string text = rows.text() + more_rows(device.rows.size());
  const auto note = [&](std::size_t count, const char* one, const char* more) {
    if (count != 0) text += fmt::format("{} {}, see --json\n", count, count == 1 ? one : more);
  };
  if (device.repeated) {
    note(device.repeated->size(), "copy is made again in every step",
         "copies are made again in every step");
  }
  if (device.round_trips) {
    note(device.round_trips->size(), "size goes to the host and back in a step",
         "sizes go to the host and back in a step");
  }
  return text;
}

}  // namespace

Json to_json(const ReportInput& input, const CopyTable& result) {
  Json devices = Json::array();
  for (const CopyDevice& device : result.devices) {
    Json rows = Json::array();
    for (const CopyRow& row : device.rows) rows.push_back(row_json(input, result, row));
    devices.push_back({{"device", device.device},
                       {"window_ns", device.window_ns},
                       {"exposed_ns", device.exposed_ns},
                       {"kinds", std::move(rows)},
                       {"repeated", repeated_json(input.trace, device)},
                       {"round_trips", round_trips_json(device)}});
  }
  Json out = {{"steps", result.steps},
              {"small_copy_bytes", input.window.thresholds->small_copy_bytes},
              {"many_small_copies_per_step", input.window.thresholds->many_small_copies},
              {"devices", std::move(devices)}};
  const std::string lacks = why(result);
  if (!lacks.empty()) out["why"] = lacks;
  return out;
}

std::string to_text(const ReportInput& input, const CopyTable& result) {
  if (result.devices.empty()) return std::string("n/a: ") + kNoCopies + "\n";
  std::string text;
  for (const CopyDevice& device : result.devices) {
    text += (text.empty() ? "" : "\n") + device_text(input, result, device);
  }
  return text;
}

}  // namespace lanescope
