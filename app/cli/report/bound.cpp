#include <array>
#include <cmath>

#include <fmt/format.h>

#include "app/cli/report/report.h"
#include "core/analysis/events/interval_union.h"
#include "core/view/text/time_text.h"

namespace lanescope {
namespace {

constexpr const char* kNotModelled =
    "compute or memory: too little GPU time is in operators whose work is known";
constexpr const char* kNoQueue = "queue_p50: no GPU event is linked to its launch";

constexpr std::array<std::string_view, kBoundParts> kTitles = {
    "waiting for input", "allocation", "waiting for values",          "waiting for the host",
    "communication",     "copies",     "waiting despite queued work", "computing"};

/// The part that gives a class its name.
BoundPart part_of(WorkloadClass workload) {
  constexpr std::array kParts = {BoundPart::Input, BoundPart::Allocation, BoundPart::Sync,
                                 BoundPart::Host,  BoundPart::Host,       BoundPart::Host,
                                 BoundPart::Comm,  BoundPart::Copy,       BoundPart::DeviceWait,
                                 BoundPart::Gpu,   BoundPart::Gpu,        BoundPart::Gpu};
  return kParts.at(static_cast<std::size_t>(workload));
}

/// "GPU-bound: computing 72.0 % of the time, then waiting for the host 20.0 %".
std::string verdict_text(const BoundVerdict& verdict, TimeRange window) {
  const auto share = [&](BoundPart part) {
    const auto number = static_cast<std::size_t>(part);
    return fmt::format("{} {}", kTitles.at(number),
                       percent(verdict.parts_ns.at(number), length_of(window)));
  };
  std::string text = fmt::format("{}: {} of the time", workload_class_name(verdict.workload),
                                 share(part_of(verdict.workload)));
  if (verdict.host_sets_pace)
    return text + fmt::format(
                      "; the GPU is {}, but its launch queue is empty most of the time, so "
                      "the host sets the pace",
                      share(BoundPart::Gpu));
  if (verdict.next) return text + ", then " + share(*verdict.next);
  const bool memory = verdict.workload == WorkloadClass::Memory;
  if (!memory && verdict.workload != WorkloadClass::Compute) return text;
  return text +
         fmt::format(", {:.0f} percentage points more of it {} than {}", 100 * verdict.confidence,
                     workload_class_name(verdict.workload),
                     workload_class_name(memory ? WorkloadClass::Compute : WorkloadClass::Memory));
}

/// `range_of` returns the range that a row's verdict is about.
template <typename Row, typename RangeOf>
void add_verdict(const RangeOf& range_of, RowColumns<Row>& columns) {
  using enum ValueKind;
  columns.add({{{"", "", "class"},
                Words,
                [](const Row& row) { return workload_class_name(row.verdict.workload); }},
               {{"", "", "confidence_pct"},
                Real,
                [](const Row& row) { return 100 * row.verdict.confidence; }},
               {{"", "", "host_sets_pace"}, Flag, [](const Row& row) {
                  return row.verdict.host_sets_pace;
                }}});
  for (std::size_t p = 0; p < kBoundParts; ++p) {
    const std::string name(bound_part_name(static_cast<BoundPart>(p)));
    const auto time = [p](const Row& row) { return row.verdict.parts_ns[p]; };
    const auto share = [=](const Row& row) {
      return share_of(time(row), length_of(range_of(row)));
    };
    columns.add({{{"", "", "parts_ns/" + name}, Time, time}, {{"", name}, Share, share}});
  }
}

RowColumns<BoundStep> step_columns() {
  using enum ValueKind;
  RowColumns<BoundStep> columns = {
      {{"", "", "name"}, Name, &BoundStep::name},
      {{"", "", "start_ns"}, Moment, [](const BoundStep& step) { return step.range.begin_ns; }},
      {{"", "", "dur_ns"}, Time, [](const BoundStep& step) { return length_of(step.range); }}};
  add_verdict([](const BoundStep& step) { return step.range; }, columns);
  return columns;
}

RowColumns<BoundDevice> device_columns() {
  using enum ValueKind;
  const auto begin = [](const BoundDevice& device) { return device.window.begin_ns; };
  const auto length = [](const BoundDevice& device) { return length_of(device.window); };
  RowColumns<BoundDevice> columns = {{{"", "GPU", "device"}, Id, &BoundDevice::device},
                                     {{"", "", "start_ns"}, Moment, begin},
                                     {{"", "", "window_ns"}, Time, length}};
  add_verdict([](const BoundDevice& device) { return device.window; }, columns);
  return columns;
}

Json device_json(const Snapshot& trace, const BoundDevice& device) {
  Json out = rows_json(trace, device_columns(), std::span(&device, 1)).front();
  out["steps"] = rows_json(trace, step_columns(), device.steps);
  out["queue_p50"] = json_or_null(device.queue_p50);
  out["median_kernel_ns"] = json_or_null(device.median_kernel_ns);
  out["modelled_pct"] = device.modelled ? Json(100 * *device.modelled) : Json();
  return out;
}

Reasons why(const ReportInput& input, const BoundTable& table) {
  const Thresholds& thresholds = *input.window.thresholds;
  return {{table.devices.empty(), no_gpu(input)},
          {std::ranges::any_of(table.devices,
                               [&](const BoundDevice& device) {
                                 return device.modelled.value_or(0) <
                                        thresholds.modelled_share_pct / 100;
                               }),
           kNotModelled},
          {std::ranges::any_of(table.devices,
                               [](const BoundDevice& device) { return !device.queue_p50; }),
           kNoQueue},
          {!table.devices.empty() && table.devices_left_out != 0,
           left_out_text(table.devices_left_out)}};
}

}  // namespace

Json to_json(const ReportInput& input, const BoundTable& result) {
  const Thresholds& thresholds = *input.window.thresholds;
  Json out = {{"least_host_pct", thresholds.host_share_pct},
              {"least_modelled_pct", thresholds.modelled_share_pct},
              {"tiny_kernel_ns", thresholds.tiny_kernel_ns},
              {"devices", json_list(result.devices, [&](const BoundDevice& device) {
                 return device_json(input.trace, device);
               })}};
  return why(input, result).added_to(std::move(out));
}

std::string to_text(const ReportInput& input, const BoundTable& result) {
  if (result.devices.empty()) return "n/a: " + no_gpu(input) + "\n";
  std::string text;
  for (const BoundDevice& device : result.devices)
    text += fmt::format("GPU {}: {}\n", device.device, verdict_text(device.verdict, device.window));
  if (result.devices_left_out != 0) text += left_out_text(result.devices_left_out) + "\n";
  return text + rows_text(input.trace, device_columns(), result.devices, result.devices.size());
}

}  // namespace lanescope
