#include <array>

#include <fmt/format.h>

#include "app/cli/output/text_table.h"
#include "app/cli/report/report.h"
#include "core/analysis/events/interval_union.h"

namespace lanescope {
namespace {

using Align = TextTable::Align;

constexpr const char* kNoGpu = "the trace has no GPU events";
constexpr const char* kNotModelled =
    "compute or memory: too little GPU time is in operators whose work is known";
constexpr const char* kNoLaunches = "queue_p50: no GPU event is linked to its launch";

/// "GPU-bound, 20 % ahead of waiting for the host".
std::string verdict_text(const BoundVerdict& verdict) {
  constexpr std::array<std::string_view, kBoundParts> kTitles = {
      "waiting for input", "allocation", "waiting for values",          "waiting for the host",
      "communication",     "copies",     "waiting despite queued work", "computing"};
  std::string text(workload_class_name(verdict.workload));
  const double ahead_pct = 100 * verdict.confidence;
  if (verdict.next) {
    text += fmt::format(", {:.0f} % ahead of {}", ahead_pct,
                        kTitles.at(static_cast<std::size_t>(*verdict.next)));
  } else if (verdict.workload == WorkloadClass::Compute ||
             verdict.workload == WorkloadClass::Memory) {
    const bool memory = verdict.workload == WorkloadClass::Memory;
    text +=
        fmt::format(", {:.0f} % ahead of {}", ahead_pct,
                    workload_class_name(memory ? WorkloadClass::Compute : WorkloadClass::Memory));
  }
  if (verdict.host_sets_pace)
    text += "; its queue is empty most of the time: the host sets the pace";
  return text;
}

Json verdict_json(const BoundVerdict& verdict) {
  Json parts;
  for (std::size_t p = 0; p < kBoundParts; ++p) {
    parts[std::string(bound_part_name(static_cast<BoundPart>(p)))] = verdict.parts_ns[p];
  }
  return {{"class", workload_class_name(verdict.workload)},
          {"confidence_pct", 100 * verdict.confidence},
          {"host_sets_pace", verdict.host_sets_pace},
          {"parts_ns", std::move(parts)}};
}

Json device_json(const Snapshot& trace, const BoundDevice& device) {
  const JsonTimes times(trace);
  Json out = {{"device", device.device},
              {"start_ns", times(device.window.begin_ns)},
              {"window_ns", length_of(device.window)}};
  out.update(verdict_json(device.verdict));
  Json steps = Json::array();
  for (const BoundStep& step : device.steps) {
    Json one = {{"name", json_text(trace, step.name)},
                {"start_ns", times(step.range.begin_ns)},
                {"dur_ns", length_of(step.range)}};
    one.update(verdict_json(step.verdict));
    steps.push_back(std::move(one));
  }
  out["steps"] = std::move(steps);
  out["queue_p50"] = json_or_null(device.queue_p50);
  out["median_kernel_ns"] = json_or_null(device.median_kernel_ns);
  out["modelled_pct"] = device.modelled ? Json(100 * *device.modelled) : Json();
  return out;
}

std::string why(const BoundTable& table, const Thresholds& thresholds) {
  if (table.devices.empty()) return kNoGpu;
  std::string text;
  const auto add = [&](const std::string& part) { text += (text.empty() ? "" : "; ") + part; };
  bool modelled = true, launched = true;
  for (const BoundDevice& device : table.devices) {
    modelled = modelled && device.modelled.value_or(0) >= thresholds.modelled_share_pct / 100;
    launched = launched && device.queue_p50;
  }
  if (!modelled) add(kNotModelled);
  if (!launched) add(kNoLaunches);
  if (table.devices_left_out != 0)
    add(fmt::format("{} more devices were left out", table.devices_left_out));
  return text;
}

}  // namespace

Json to_json(const ReportInput& input, const BoundTable& result) {
  Json devices = Json::array();
  for (const BoundDevice& device : result.devices) {
    devices.push_back(device_json(input.trace, device));
  }
  Json out = {{"least_host_pct", input.window.thresholds->host_share_pct},
              {"least_modelled_pct", input.window.thresholds->modelled_share_pct},
              {"tiny_kernel_ns", input.window.thresholds->tiny_kernel_ns},
              {"devices", std::move(devices)}};
  const std::string lacks = why(result, *input.window.thresholds);
  if (!lacks.empty()) out["why"] = lacks;
  return out;
}

std::string to_text(const ReportInput&, const BoundTable& result) {
  if (result.devices.empty()) return std::string("n/a: ") + kNoGpu + "\n";
  std::string text;
  std::vector<TextTable::Column> columns = {{"GPU"}};
  for (std::size_t p = 0; p < kBoundParts; ++p) {
    columns.push_back({std::string(bound_part_name(static_cast<BoundPart>(p)))});
  }
  TextTable table(std::move(columns));
  for (const BoundDevice& device : result.devices) {
    text += fmt::format("GPU {}: {}\n", device.device, verdict_text(device.verdict));
    std::vector<std::string> cells = {std::to_string(device.device)};
    for (const Ns part_ns : device.verdict.parts_ns) {
      cells.push_back(
          percent(static_cast<double>(part_ns), static_cast<double>(length_of(device.window))));
    }
    table.add_row(std::move(cells));
  }
  if (result.devices_left_out != 0)
    text += fmt::format("{} more devices were left out\n", result.devices_left_out);
  return text + table.text();
}

}  // namespace lanescope
