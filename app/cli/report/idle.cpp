#include <fmt/format.h>

#include "app/cli/output/text_table.h"
#include "app/cli/report/report.h"
#include "core/analysis/events/interval_union.h"
#include "core/analysis/host/site.h"
#include "core/view/text/idle_text.h"

namespace lanescope {
namespace {

using Align = TextTable::Align;

constexpr const char* kNoGpu = "the trace has no GPU events";
constexpr const char* kNoPython =
    "source: the trace has no python_function events; record with with_stack=True";
/// In the order of the text face.
constexpr std::array<IdleClass, kIdleClasses> kClassOrder = {
    IdleClass::DataLoading,   IdleClass::Sync,       IdleClass::Allocation,     IdleClass::Runtime,
    IdleClass::CpuOp,         IdleClass::Python,     IdleClass::AnnotationOnly, IdleClass::Untraced,
    IdleClass::LaunchLatency, IdleClass::DeviceWait, IdleClass::Unlinked};
constexpr std::size_t kMostListedGaps = 100;
constexpr std::size_t kMostShownGaps = 10;

const IdleTotal& total_of(const IdleDevice& device, IdleClass what) {
  return device.classes[static_cast<std::size_t>(what)];
}

Json total_json(const IdleTotal& total) {
  return {{"count", total.gaps}, {"total_ns", total.ns}};
}

constexpr const char* kAllSteps = "ProfilerStep*";

/// All steps share a row.
std::string culprit_name(const Snapshot& trace, StringId name) {
  const std::string_view text = trace.text(name);
  return text.starts_with("ProfilerStep#") ? kAllSteps : std::string(text);
}

Json culprit_json(const ReportInput& input, const IdleCulprit& culprit) {
  const std::string name = culprit_name(input.trace, culprit.name);
  return {{"name", name.empty() ? Json() : Json(name)},
          {"class", idle_class_name(culprit.what)},
          {"total_ns", culprit.total.ns},
          {"count", culprit.total.gaps},
          {"max_ns", culprit.max_ns},
          {"first_ns", JsonTimes(input.trace)(culprit.first_ns)},
          {"source", json_text_or_null(input.trace, culprit.source)},
          {"cause", json_text_or_null(input.trace, culprit.cause)},
          {"event_id", json_event(culprit.event)}};
}

Json gap_json(const ReportInput& input, const IdleDevice& device, const IdleGap& gap) {
  const Snapshot& trace = input.trace;
  const IdlePiece& main = device.pieces[gap.main_piece];
  Json classes = Json::object();
  for (const IdleClass what : kClassOrder) {
    const Ns part = device.class_ns(gap, what);
    if (part != 0) classes[std::string(idle_class_name(what))] = part;
  }
  Json out = {{"start_ns", JsonTimes(trace)(gap.range.begin_ns)},
              {"dur_ns", length_of(gap.range)},
              {"paused_ns", device.class_ns(gap, IdleClass::Paused)},
              {"class", idle_class_name(gap.main)},
              {"culprit", json_text_or_null(trace, slice_name(trace, main.culprit))},
              {"event_id", json_event(main.culprit)},
              {"source", json_text_or_null(trace, slice_name(trace, main.source))},
              {"classes_ns", std::move(classes)},
              {"kernel_event_id", json_event(gap.kernel)},
              {"launch_event_id", json_event(gap.launch)},
              {"drained_by_event_id", json_event(gap.drained_by)},
              {"text", idle_sentence(trace, device, gap)}};
  if (gap.wait != DeviceWait::None) out["device_wait"] = device_wait_name(gap.wait);
  return out;
}

RowColumns<HtaStreamIdle> hta_columns() {
  using enum ValueKind;
  return {// text, JSON
          {{"", "stream", "stream"}, Id, &HtaStreamIdle::stream},
          {{"", "host wait", "host_wait_ns"}, Time, &HtaStreamIdle::host_wait_ns},
          {{"", "kernel wait", "kernel_wait_ns"}, Time, &HtaStreamIdle::kernel_wait_ns},
          {{"", "other", "other_ns"}, Time, &HtaStreamIdle::other_ns}};
}

Json device_json(const ReportInput& input, const IdleDevice& device, bool has_python) {
  Json classes, counts, waits, culprits = Json::array(), longest = Json::array();
  for (const IdleClass what : kClassOrder) {
    classes[std::string(idle_class_name(what))] = total_of(device, what).ns;
    counts[std::string(idle_class_name(what))] = total_of(device, what).gaps;
  }
  for (std::size_t w = 1; w < kDeviceWaits; ++w) {
    waits[std::string(device_wait_name(static_cast<DeviceWait>(w)))] = total_json(device.waits[w]);
  }
  for (const IdleCulprit& culprit : device.culprits) {
    culprits.push_back(culprit_json(input, culprit));
  }
  for (std::size_t i = 0; i < std::min(device.longest.size(), kMostListedGaps); ++i) {
    longest.push_back(gap_json(input, device, device.gaps[device.longest[i]]));
  }
  Json out = {{"device", device.device},          {"gaps", device.idle_gaps},
              {"total_ns", device.total_ns},      {"span_ns", length_of(device.window)},
              {"paused_ns", device.paused.ns},    {"recorded_ns", device.recorded_ns()},
              {"classes_ns", std::move(classes)}, {"class_gaps", std::move(counts)},
              {"device_wait", std::move(waits)},  {"drained", total_json(device.drained)},
              {"culprits", std::move(culprits)},  {"longest", std::move(longest)}};
  if (!device.hta.empty()) out["hta_streams"] = rows_json(input.trace, hta_columns(), device.hta);
  if (!has_python) out["why"] = kNoPython;
  return out;
}

std::string classes_text(const IdleDevice& device) {
  TextTable table({{"class", Align::Left}, {"time"}, {"of idle"}, {"of span"}, {"gaps"}});
  const auto span = static_cast<double>(device.recorded_ns());
  const auto add = [&](std::string name, const IdleTotal& total) {
    if (total.ns == 0) return;
    const auto part = static_cast<double>(total.ns);
    table.add_row({std::move(name), format_duration(total.ns),
                   percent(part, static_cast<double>(device.total_ns)), percent(part, span),
                   format_count(static_cast<std::int64_t>(total.gaps))});
  };
  for (const IdleClass what : kClassOrder) {
    add(std::string(idle_class_title(what)), total_of(device, what));
    if (what != IdleClass::DeviceWait) continue;
    for (std::size_t w = 1; w < kDeviceWaits; ++w) {
      add("  " + std::string(device_wait_title(static_cast<DeviceWait>(w))), device.waits[w]);
    }
  }
  return table.text();
}

std::string culprits_text(const ReportInput& input, const IdleDevice& device) {
  TextTable table({{"culprit", Align::Left},
                   {"class", Align::Left},
                   {"time"},
                   {"of idle"},
                   {"gaps"},
                   {"max"},
                   {"source", Align::Left}});
  std::vector<StringId> culprits, causes;
  for (std::size_t i = 0; i < std::min(device.culprits.size(), kMostRows / 2); ++i) {
    culprits.push_back(device.culprits[i].name);
    causes.push_back(device.culprits[i].cause);
  }
  const std::vector<std::string> names = short_titles(input.trace, culprits);
  const std::vector<std::string> calls = short_titles(input.trace, causes);
  for (std::size_t i = 0; i < culprits.size(); ++i) {
    const IdleCulprit& culprit = device.culprits[i];
    const bool is_step = culprit_name(input.trace, culprit.name) == kAllSteps;
    std::string name = is_step ? kAllSteps : names[i];
    if (name.empty()) name = "–";
    if (!calls[i].empty()) name += " (" + calls[i] + ")";
    table.add_row(
        {std::move(name), std::string(idle_class_title(culprit.what)),
         format_duration(culprit.total.ns),
         percent(static_cast<double>(culprit.total.ns), static_cast<double>(device.total_ns)),
         format_count(static_cast<std::int64_t>(culprit.total.gaps)),
         format_duration(culprit.max_ns),
         printable(source_text(input.trace.text(culprit.source)), kReportNameWidth)});
  }
  return table.text();
}

std::string hta_text(const Snapshot& trace, const IdleDevice& device) {
  if (device.hta.empty()) return "";
  return "\nas counted by HolisticTraceAnalysis\n" +
         rows_text(trace, hta_columns(), device.hta, device.hta.size());
}

std::string device_text(const ReportInput& input, const IdleDevice& device) {
  std::string text = fmt::format(
      "GPU {}: idle {} of {} ({}) in {} gaps", device.device, format_duration(device.total_ns),
      format_duration(device.recorded_ns()),
      percent(static_cast<double>(device.total_ns), static_cast<double>(device.recorded_ns())),
      format_count(static_cast<std::int64_t>(device.idle_gaps)));
  if (device.paused.ns > 0) {
    text += fmt::format(", excluding {} while the recording was paused",
                        format_duration(device.paused.ns));
  }
  if (device.drained.gaps != 0) {
    text += fmt::format(", {} in {} of them after a wait for the GPU had drained its queue",
                        format_duration(device.drained.ns),
                        format_count(static_cast<std::int64_t>(device.drained.gaps)));
  }
  text += "\n";
  if (device.gaps.empty()) return text;
  text += classes_text(device) + "\n" + culprits_text(input, device) + "\nlongest gaps\n";
  for (std::size_t i = 0; i < std::min(device.longest.size(), kMostShownGaps); ++i) {
    text +=
        "  " + printable(idle_sentence(input.trace, device, device.gaps[device.longest[i]])) + "\n";
  }
  return text + hta_text(input.trace, device);
}

}  // namespace

Json to_json(const ReportInput& input, const IdleTime& result) {
  Json devices = Json::array();
  for (const IdleDevice& device : result.devices) {
    devices.push_back(device_json(input, device, result.has_python));
  }
  Json out = {{"devices", std::move(devices)},
              {"kernel_delay_ns", input.window.thresholds->kernel_delay_ns}};
  if (result.devices.empty()) out["why"] = kNoGpu;
  if (result.devices_left_out != 0) {
    out["why"] = fmt::format("{} more devices were left out", result.devices_left_out);
  }
  return out;
}

std::string to_text(const ReportInput& input, const IdleTime& result) {
  if (result.devices.empty()) return std::string("n/a: ") + kNoGpu + "\n";
  std::string text;
  for (const IdleDevice& device : result.devices) {
    if (!text.empty()) text += "\n";
    text += device_text(input, device);
  }
  return text;
}

}  // namespace lanescope
