#include <array>

#include <fmt/format.h>

#include "app/cli/report/report.h"
#include "core/analysis/events/interval_union.h"
#include "core/view/tables/row_columns.h"
#include "core/view/text/short_name.h"
#include "core/view/text/time_text.h"

namespace lanescope {
namespace {

constexpr const char* kNoComm = "the window has no communication kernels";
constexpr const char* kNoArguments =
    "collective, group, message_bytes, bandwidths: not recorded with these kernels (PyTorch 2.2 "
    "and newer record them)";
constexpr const char* kNoHostArguments =
    "collective, group, message_bytes, bandwidths: not recorded with collectives of the host";
constexpr std::size_t kMostShownCalls = 10;
constexpr const char* kNoSizes =
    "bandwidths: the size, group or bus factor of some collectives is unknown";

RowColumns<CommCall> call_columns(const Snapshot& trace) {
  using enum ValueKind;
  const auto title = [&](const CommCall& call) {
    return call.name.empty() ? short_name(trace.text(call.kernel)) : call.name;
  };
  const auto start = [&](const CommCall& call) {
    return saturating_sub(call.range.begin_ns, trace.extent.begin_ns);
  };
  return {// text, JSON
          {{"", "slowest calls"}, Name, title},
          {{"", "", "name"}, NameOrNone, &CommCall::name},
          {{"", "kernel"}, Kernel, &CommCall::kernel},
          {{"", "", "kernel"}, Name, &CommCall::kernel},
          {{"", "message", "message_bytes"}, Bytes, &CommCall::bytes},
          {{"", "start"}, Time, start},
          {{"", "", "start_ns"}, Moment, [](const CommCall& call) { return call.range.begin_ns; }},
          {{"", "duration", "dur_ns"},
           Time,
           [](const CommCall& call) { return length_of(call.range); }},
          {{"", "exposed", "exposed_ns"}, Time, &CommCall::exposed_ns},
          {{"", "", "call_event_id"}, Event, &CommCall::call},
          {{"", "", "event_id"}, Event, &CommCall::event}};
}

RowColumns<CommStep> step_columns() {
  using enum ValueKind;
  return {{{"", "", "name"}, Name, &CommStep::name},
          {{"", "", "start_ns"}, Moment, &CommStep::begin_ns},
          {{"", "", "dur_ns"}, Time, &CommStep::length_ns},
          {{"", "", "comm_ns"}, Time, &CommStep::comm_ns},
          {{"", "", "exposed_ns"}, Time, &CommStep::exposed_ns}};
}

RowColumns<SlowedKernel> slowed_columns() {
  using enum ValueKind;
  return {{{"", "", "name"}, Name, &SlowedKernel::name},
          {{"", "", "beside_comm"}, Count, &SlowedKernel::beside},
          {{"", "", "alone"}, Count, &SlowedKernel::alone},
          {{"", "", "mean_beside_comm_ns"}, Time, &SlowedKernel::mean_beside_ns},
          {{"", "", "mean_alone_ns"}, Time, &SlowedKernel::mean_alone_ns},
          {{"", "", "extra_ns"}, Time, &SlowedKernel::extra_ns}};
}

Reasons why(const CommTable& table) {
  bool named = true, rated = true, host = false;
  for (const CommDevice& device : table.devices) {
    host = host || device.is_host();
    for (const CommRow& row : device.rows) {
      named = named && row.has_arguments;
      rated = rated && (row.bus_gb_per_s.has_value() || !row.has_arguments);
    }
  }
  return {{table.devices.empty(), kNoComm},
          {!named, host ? kNoHostArguments : kNoArguments},
          {!rated, kNoSizes}};
}

std::string device_text(const ReportInput& input, const CommDevice& device) {
  const auto overlap = device.overlap_pct();
  std::string text = fmt::format(
      "{}: {} in {}, {} exposed, {} hidden behind {}\n",
      device.is_host() ? "Host" : fmt::format("GPU {}", device.device),
      format_duration(device.total_ns), counted(device.kernels, "collective"),
      format_duration(device.exposed_ns), overlap ? fmt::format("{:.1f} %", *overlap) : "n/a",
      device.is_host() ? "operators" : "compute");
  text += first_rows_text(input.trace, collective_columns(device.rows), device.rows);
  // Of a single one, the table above says the same.
  if (device.kernels > 1) {
    const auto shown =
        std::span(device.calls).first(std::min(device.calls.size(), kMostShownCalls));
    text += "\n" + rows_text(input.trace, call_columns(input.trace), shown);
  }
  if (!device.slowed.empty()) {
    const SlowedKernel& most = device.slowed.front();
    text += fmt::format(
        "kernels that run longer alongside collectives: {}, chiefly {}: {} instead of {}\n",
        device.slowed.size(), short_titles(input.trace, std::array{most.name}).front(),
        format_duration(rounded_ns(most.mean_beside_ns)),
        format_duration(rounded_ns(most.mean_alone_ns)));
  }
  return text;
}

}  // namespace

Json to_json(const ReportInput& input, const CommTable& result) {
  Json out = {
      {"devices", json_list(result.devices, [&](const CommDevice& device) -> Json {
         return {
             {"device", device.device},
             {"window_ns", device.window_ns},
             {"kernels", device.kernels},
             {"total_ns", device.total_ns},
             {"exposed_ns", device.exposed_ns},
             {"overlap_pct", json_or_null(device.overlap_pct())},
             {"overlap_ns",
              {{"compute", device.with_compute_ns},
               {"memory", device.with_memory_ns},
               {"other_comm", device.concurrent_ns}}},
             {"collectives", rows_json(input.trace, collective_columns(device.rows), device.rows)},
             {"calls", rows_json(input.trace, call_columns(input.trace), device.calls)},
             {"steps", rows_json(input.trace, step_columns(), device.steps)},
             {"slowed_kernels", rows_json(input.trace, slowed_columns(), device.slowed)}};
       })}};
  return why(result).added_to(std::move(out));
}

std::string to_text(const ReportInput& input, const CommTable& result) {
  if (result.devices.empty()) return std::string("n/a: ") + kNoComm + "\n";
  return paragraphs(result.devices,
                    [&](const CommDevice& device) { return device_text(input, device); });
}

}  // namespace lanescope
