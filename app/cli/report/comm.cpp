#include <algorithm>

#include <fmt/format.h>

#include "app/cli/output/text_table.h"
#include "app/cli/report/report.h"
#include "core/view/details/copy.h"

namespace lanescope {
namespace {

using Align = TextTable::Align;

constexpr const char* kNoComm = "no kernel of the window communicates";
constexpr const char* kNoArguments =
    "collective, group, message_bytes, bandwidths: not recorded with these kernels (PyTorch 2.2 "
    "and newer write them down)";
constexpr const char* kNoSizes =
    "bandwidths: of some collectives the size, the group or the factor of the bus is not known";

Json text_or_null(const std::string& text) {
  return text.empty() ? Json() : Json(text);
}

Json row_json(const CommRow& row) {
  const Collective& c = row.collective;
  return {{"name", c.name},
          {"collective", row.has_arguments ? Json(c.name) : Json()},
          {"group", text_or_null(c.group)},
          {"group_size", json_or_null(c.group_size)},
          {"ranks", text_or_null(c.ranks)},
          {"dtype", text_or_null(c.dtype)},
          {"in_elements", json_or_null(c.in_elements)},
          {"out_elements", json_or_null(c.out_elements)},
          {"message_bytes", json_or_null(c.bytes)},
          {"count", row.count},
          {"total_ns", row.total_ns},
          {"exposed_ns", row.exposed_ns},
          {"min_ns", row.min_ns},
          {"max_ns", row.max_ns},
          {"algorithm_gb_per_s", json_or_null(row.algorithm_gb_per_s)},
          {"bus_gb_per_s", json_or_null(row.bus_gb_per_s)},
          {"best_bus_gb_per_s", json_or_null(row.best_bus_gb_per_s)},
          {"event_id", json_event(row.longest)}};
}

Json steps_json(const Snapshot& trace, const CommDevice& device) {
  Json out = Json::array();
  for (const CommStep& step : device.steps) {
    out.push_back({{"name", json_text(trace, step.name)},
                   {"start_ns", JsonTimes(trace)(step.begin_ns)},
                   {"dur_ns", step.length_ns},
                   {"comm_ns", step.comm_ns},
                   {"exposed_ns", step.exposed_ns}});
  }
  return out;
}

Json slowed_json(const Snapshot& trace, const CommDevice& device) {
  Json out = Json::array();
  for (const SlowedKernel& kernel : device.slowed) {
    out.push_back({{"name", json_text(trace, kernel.name)},
                   {"beside_comm", kernel.beside},
                   {"alone", kernel.alone},
                   {"mean_beside_comm_ns", rounded_ns(kernel.mean_beside_ns)},
                   {"mean_alone_ns", rounded_ns(kernel.mean_alone_ns)},
                   {"extra_ns", rounded_ns(kernel.extra_ns())}});
  }
  return out;
}

std::string why(const CommTable& table) {
  if (table.devices.empty()) return kNoComm;
  bool named = true, rated = true;
  for (const CommDevice& device : table.devices) {
    for (const CommRow& row : device.rows) {
      named = named && row.has_arguments;
      rated = rated && (row.bus_gb_per_s.has_value() || !row.has_arguments);
    }
  }
  std::string text = named ? "" : kNoArguments;
  if (!rated) text += std::string(text.empty() ? "" : "; ") + kNoSizes;
  return text;
}

std::string device_text(const ReportInput& input, const CommDevice& device) {
  const auto overlap = device.overlap_pct();
  std::string text = fmt::format(
      "GPU {}: {} in {} collectives, {} exposed, {} hidden behind compute\n", device.device,
      format_duration(device.total_ns), format_count(static_cast<std::int64_t>(device.kernels)),
      format_duration(device.exposed_ns), overlap ? fmt::format("{:.1f} %", *overlap) : "n/a");
  TextTable rows({{"collective", Align::Left},
                  {"group", Align::Left},
                  {"ranks"},
                  {"message"},
                  {"count"},
                  {"total"},
                  {"exposed"},
                  {"shortest"},
                  {"algorithm"},
                  {"bus"}});
  const auto rate = [](const std::optional<double>& gb_per_s) {
    return gb_per_s ? format_rate(*gb_per_s) : std::string("n/a");
  };
  for (std::size_t i = 0; i < std::min(device.rows.size(), kMostRows); ++i) {
    const CommRow& row = device.rows[i];
    const Collective& c = row.collective;
    rows.add_row({printable(c.name, kReportNameWidth), printable(c.group, kReportNameWidth / 2),
                  c.group_size ? format_count(*c.group_size) : "n/a",
                  c.bytes ? format_bytes(*c.bytes) : "n/a",
                  format_count(static_cast<std::int64_t>(row.count)), format_duration(row.total_ns),
                  format_duration(row.exposed_ns), format_duration(row.min_ns),
                  rate(row.algorithm_gb_per_s), rate(row.bus_gb_per_s)});
  }
  text += rows.text() + more_rows(device.rows.size());
  if (!device.slowed.empty()) {
    const SlowedKernel& most = device.slowed.front();
    text += fmt::format(
        "kernels that run longer beside collectives: {}, most of all {}: {} instead of {}\n",
        device.slowed.size(), printable(input.trace.text(most.name), kReportNameWidth),
        format_duration(rounded_ns(most.mean_beside_ns)),
        format_duration(rounded_ns(most.mean_alone_ns)));
  }
  return text;
}

}  // namespace

Json to_json(const ReportInput& input, const CommTable& result) {
  Json devices = Json::array();
  for (const CommDevice& device : result.devices) {
    Json rows = Json::array();
    for (const CommRow& row : device.rows) rows.push_back(row_json(row));
    devices.push_back({{"device", device.device},
                       {"window_ns", device.window_ns},
                       {"kernels", device.kernels},
                       {"total_ns", device.total_ns},
                       {"exposed_ns", device.exposed_ns},
                       {"overlap_pct", json_or_null(device.overlap_pct())},
                       {"overlap_ns",
                        {{"compute", device.with_compute_ns},
                         {"memory", device.with_memory_ns},
                         {"other_comm", device.concurrent_ns}}},
                       {"collectives", std::move(rows)},
                       {"steps", steps_json(input.trace, device)},
                       {"slowed_kernels", slowed_json(input.trace, device)}});
  }
  Json out = {{"devices", std::move(devices)}};
  const std::string lacks = why(result);
  if (!lacks.empty()) out["why"] = lacks;
  return out;
}

std::string to_text(const ReportInput& input, const CommTable& result) {
  if (result.devices.empty()) return std::string("n/a: ") + kNoComm + "\n";
  std::string text;
  for (const CommDevice& device : result.devices) {
    text += (text.empty() ? "" : "\n") + device_text(input, device);
  }
  return text;
}

}  // namespace lanescope
