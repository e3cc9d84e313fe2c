#include <fmt/format.h>

#include "app/cli/report/report.h"
#include "core/analysis/events/interval_union.h"
#include "core/analysis/events/recording_pauses.h"
#include "core/analysis/host/site.h"
#include "core/view/text/idle_text.h"
#include "core/view/text/time_text.h"

namespace lanescope {
namespace {

/// The order in text output.
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

/// An idle class, or a kind of waiting for the device.
struct IdlePart {
  std::string title;
  IdleTotal total;
};

RowColumns<IdlePart> part_columns(const IdleDevice& device) {
  using enum ValueKind;
  const auto time = [](const IdlePart& part) { return part.total.ns; };
  const auto gaps = [](const IdlePart& part) { return part.total.gaps; };
  const auto share = [](Ns whole_ns) {
    return [=](const IdlePart& part) { return share_of(part.total.ns, whole_ns); };
  };
  return {{{"", "class"}, Words, &IdlePart::title},
          {{"", "time"}, Time, time},
          {{"", "of idle"}, Share, share(device.total_ns)},
          {{"", "of span"}, Share, share(device.recorded_ns())},
          {{"", "gaps"}, Count, gaps}};
}

constexpr std::string_view kAllSteps = "ProfilerStep*";

/// All steps share one row.
std::string culprit_name(const Snapshot& trace, const IdleCulprit& culprit) {
  const std::string_view text = trace.text(culprit.name);
  return std::string(text.starts_with("ProfilerStep#") ? kAllSteps : text);
}

/// "aten::item (cudaMemcpyAsync)" for each.
std::vector<std::string> culprit_titles(const Snapshot& trace,
                                        std::span<const IdleCulprit> culprits) {
  std::vector<StringId> names, causes;
  for (const IdleCulprit& culprit : culprits) {
    names.push_back(culprit.name);
    causes.push_back(culprit.cause);
  }
  std::vector<std::string> titles = short_titles(trace, names);
  const std::vector<std::string> calls = short_titles(trace, causes);
  for (std::size_t i = 0; i < titles.size(); ++i) {
    if (culprit_name(trace, culprits[i]) == kAllSteps) titles[i] = kAllSteps;
    if (titles[i].empty()) titles[i] = "(no name)";
    if (!calls[i].empty()) titles[i] += " (" + calls[i] + ")";
  }
  return titles;
}

/// `shown`: the first culprits, which the text lists.
RowColumns<IdleCulprit> culprit_columns(const Snapshot& trace, const IdleDevice& device,
                                        std::span<const IdleCulprit> shown) {
  using enum ValueKind;
  const auto title = [shown, titles = culprit_titles(trace, shown)](const IdleCulprit& row) {
    return titles[static_cast<std::size_t>(&row - shown.data())];
  };
  const auto name = [&](const IdleCulprit& row) { return culprit_name(trace, row); };
  const auto time = [](const IdleCulprit& row) { return row.total.ns; };
  const auto share = [&](const IdleCulprit& row) {
    return share_of(row.total.ns, device.total_ns);
  };
  // A Python frame of user code is its own place, and its name has it.
  const auto caller = [&](const IdleCulprit& row) {
    return row.source == row.name ? "" : frame_text(trace.text(row.source));
  };
  return {
      // text, JSON
      {{"", "culprit"}, Words, title},
      {{"", "", "name"}, NameOrNone, name},
      {{"", "class"}, Words, [](const IdleCulprit& row) { return idle_class_title(row.what); }},
      {{"", "", "class"}, Words, [](const IdleCulprit& row) { return idle_class_name(row.what); }},
      {{"", "time", "total_ns"}, Time, time},
      {{"", "of idle"}, Share, share},
      {{"", "gaps", "count"}, Count, [](const IdleCulprit& row) { return row.total.gaps; }},
      {{"", "longest", "max_ns"}, Time, &IdleCulprit::max_ns},
      {{"", "", "first_ns"}, Moment, &IdleCulprit::first_ns},
      {{"", "", "source"}, NameOrNone, &IdleCulprit::source},
      {{"", "called from"}, Name, caller},
      {{"", "", "cause"}, NameOrNone, &IdleCulprit::cause},
      {{"", "", "event_id"}, Event, &IdleCulprit::event}};
}

Json gap_json(const ReportInput& input, const IdleDevice& device, const IdleGap& gap) {
  const Snapshot& trace = input.trace;
  const IdlePiece main = device.main_piece_of(gap);
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
  Json classes, counts;
  for (const IdleClass what : kClassOrder) {
    classes[std::string(idle_class_name(what))] = total_of(device, what).ns;
    counts[std::string(idle_class_name(what))] = total_of(device, what).gaps;
  }
  Json waits;
  for (std::size_t w = 1; w < kDeviceWaits; ++w)
    waits[std::string(device_wait_name(static_cast<DeviceWait>(w)))] = total_json(device.waits[w]);
  const auto longest = std::span(device.longest);
  Json out = {{"device", device.device},
              {"gaps", device.idle_gaps},
              {"total_ns", device.total_ns},
              {"span_ns", length_of(device.window)},
              {"paused_ns", device.paused.ns},
              {"recorded_ns", device.recorded_ns()},
              {"classes_ns", std::move(classes)},
              {"class_gaps", std::move(counts)},
              {"device_wait", std::move(waits)},
              {"drained", total_json(device.drained)},
              {"culprits",
               rows_json(input.trace, culprit_columns(input.trace, device, {}), device.culprits)},
              {"longest", json_list(longest.first(std::min(longest.size(), kMostListedGaps)),
                                    [&](std::uint32_t gap) {
                                      return gap_json(input, device, device.gaps[gap]);
                                    })}};
  if (!device.hta.empty()) out["hta_streams"] = rows_json(input.trace, hta_columns(), device.hta);
  if (!has_python) out["why"] = no_python(input.trace);
  return out;
}

std::string parts_text(const Snapshot& trace, const IdleDevice& device) {
  std::vector<IdlePart> parts;
  for (const IdleClass what : kClassOrder) {
    parts.push_back({std::string(idle_class_title(what)), total_of(device, what)});
    for (std::size_t w = 1; what == IdleClass::DeviceWait && w < kDeviceWaits; ++w) {
      const auto wait = static_cast<DeviceWait>(w);
      parts.push_back({"  " + std::string(device_wait_title(wait)), device.waits[w]});
    }
  }
  std::erase_if(parts, [](const IdlePart& part) { return part.total.ns == 0; });
  return rows_text(trace, part_columns(device), parts);
}

std::string culprits_text(const Snapshot& trace, const IdleDevice& device) {
  const auto shown =
      std::span(device.culprits).first(std::min(device.culprits.size(), kMostRows / 2));
  return rows_text(trace, culprit_columns(trace, device, shown), shown);
}

/// "245.5 µs at 1.320 ms, 125.5 µs at 6.100 ms"
std::string gaps_text(const Snapshot& trace, const IdleDevice& device,
                      std::span<const std::uint32_t> gaps) {
  std::string text;
  for (const std::uint32_t index : gaps) {
    const IdleGap& gap = device.gaps[index];
    text +=
        fmt::format("{}{} at {}", text.empty() ? "" : ", ", format_duration(device.known_ns(gap)),
                    format_duration(saturating_sub(gap.range.begin_ns, trace.extent.begin_ns)));
  }
  return text;
}

std::string hta_text(const Snapshot& trace, const IdleDevice& device) {
  if (device.hta.empty()) return "";
  return "\nas counted by HolisticTraceAnalysis\n" +
         rows_text(trace, hta_columns(), device.hta, device.hta.size());
}

std::string device_text(const ReportInput& input, const IdleDevice& device) {
  std::string text =
      fmt::format("GPU {}: idle {} of {} ({}) in {}", device.device,
                  format_duration(device.total_ns), format_duration(device.recorded_ns()),
                  percent(device.total_ns, device.recorded_ns()), counted(device.idle_gaps, "gap"));
  if (device.paused.ns > 0) {
    text += fmt::format(", excluding {} while {}", format_duration(device.paused.ns),
                        unknown_time_words(input.trace));
  }
  if (device.drained.gaps != 0) {
    text += fmt::format(", {} of it in {} after a wait for the GPU drained its queue",
                        format_duration(device.drained.ns), counted(device.drained.gaps, "gap"));
  }
  text += "\n";
  if (device.gaps.empty()) return text;
  text += parts_text(input.trace, device) + "\n" + culprits_text(input.trace, device) +
          "\nlongest gaps\n";
  for (const GapsOfCause& group : longest_gaps(input.trace, device, kMostShownGaps)) {
    text += "  " + printable(group.text) + "\n";
    if (group.gaps.size() > 1) text += "    " + gaps_text(input.trace, device, group.gaps) + "\n";
  }
  return text + hta_text(input.trace, device);
}

}  // namespace

std::string left_out_text(std::size_t devices) {
  return fmt::format("{} more GPUs are not listed", devices);
}

Json to_json(const ReportInput& input, const IdleTime& result) {
  Json out = {{"devices", json_list(result.devices,
                                    [&](const IdleDevice& device) {
                                      return device_json(input, device,
                                                         result.has_python || result.has_samples);
                                    })},
              {"kernel_delay_ns", input.window.thresholds->kernel_delay_ns}};
  if (result.devices.empty()) out["why"] = no_gpu(input);
  if (result.devices_left_out != 0) out["why"] = left_out_text(result.devices_left_out);
  return out;
}

std::string to_text(const ReportInput& input, const IdleTime& result) {
  if (result.devices.empty()) return "n/a: " + no_gpu(input) + "\n";
  return paragraphs(result.devices,
                    [&](const IdleDevice& device) { return device_text(input, device); });
}

}  // namespace lanescope
