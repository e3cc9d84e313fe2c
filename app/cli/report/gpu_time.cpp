#include <fmt/format.h>

#include "app/cli/report/report.h"
#include "core/analysis/events/recording_pauses.h"

namespace lanescope {
namespace {

/// Combinations of compute (C), communication (M) and memory (X), indexed by the bits of atoms_ns.
constexpr std::array<const char*, 8> kAtoms = {"", "C", "M", "CM", "X", "CX", "MX", "CMX"};
constexpr std::array<std::size_t, 7> kAtomOrder = {1, 2, 4, 3, 5, 6, 7};

/// Sums of durations by kind, and their total; sync records are listed separately. Text has the
/// kinds that occur on some GPU.
RowColumns<GpuTimeDevice> duration_columns(const GpuTime& time) {
  using enum ValueKind;
  constexpr std::array<const char*, kGpuWorkKinds> kTitles = {"compute", "comm", "copies",
                                                              "memsets", "other work"};
  const GpuDurations all = total_gpu_time(time).durations;
  RowColumns<GpuTimeDevice> columns = {
      {{"", "GPU"}, Id, &GpuTimeDevice::device},
      {{"", "all GPU work"}, Time, [](const GpuTimeDevice& d) { return d.durations.total_ns; }}};
  for (std::size_t k = 0; k < kGpuWorkKinds; ++k) {
    const std::string key(gpu_work_kind_name(static_cast<GpuWorkKind>(k)));
    columns.add({{{"", all.events[k] != 0 ? kTitles[k] : "", "durations_ns/" + key},
                  Time,
                  [k](const GpuTimeDevice& d) { return d.durations.ns[k]; }}});
  }
  columns.add({{{"", "", "durations_ns/total"},
                Time,
                [](const GpuTimeDevice& d) { return d.durations.total_ns; }},
               {{"", all.syncs != 0 ? "sync (separate)" : "", "sync_ns"},
                Time,
                [](const GpuTimeDevice& d) { return d.durations.sync_ns; }}});
  return columns;
}

/// What the sums of durations are about.
std::string_view durations_words(const ReportInput& input) {
  return input.window.kind == WindowKind::Range ? "sum of durations, cut at the ends of the window"
                                                : "sum of durations of what starts in the window";
}

/// "GPU 0: excluding 20.00 ms while the recording was paused".
std::string pauses_text(const Snapshot& trace, const GpuTime& time) {
  std::string text;
  for (const GpuTimeDevice& device : time.devices) {
    if (device.paused_ns == 0) continue;
    text += fmt::format("GPU {}: excluding {} while {}\n", device.device,
                        format_duration(device.paused_ns), unknown_time_words(trace));
  }
  return text;
}

}  // namespace

RowColumns<GpuTimeDevice> gpu_time_columns() {
  using enum ValueKind;
  using Device = GpuTimeDevice;
  const auto share = [](Ns Device::*part) {
    return [=](const Device& device) { return share_of(device.*part, device.recorded_ns()); };
  };
  const std::string none(kNoTitle);
  RowColumns<Device> columns = {
      // text, JSON, page
      {{"", "GPU", "device", "GPU"}, Id, &Device::device},
      {{"", "", "events"}, Count, &Device::events},
      {{"", "", "span_ns"}, Time, &Device::span_ns},
      {{"", "", "paused_ns"}, Time, &Device::paused_ns},
      {{"", "span", "recorded_ns", "span"}, Time, &Device::recorded_ns},
      {{"", "busy", "busy_ns"}, Time, &Device::busy_ns},
      {{"", none}, Share, share(&Device::busy_ns)},
      {{"", "compute", "compute_ns"}, Time, &Device::compute_ns},
      {{"", none, "", "compute"}, Share, share(&Device::compute_ns)},
      {{"", "exposed comm", "exposed_comm_ns"}, Time, &Device::exposed_comm_ns},
      {{"", none, "", "exposed communication"}, Share, share(&Device::exposed_comm_ns)},
      {{"", "exposed copies and memsets", "exposed_memory_ns"}, Time, &Device::exposed_memory_ns},
      {{"", none, "", "exposed copies and memsets"}, Share, share(&Device::exposed_memory_ns)},
      {{"", "idle", "idle_ns"}, Time, &Device::idle_ns},
      {{"", none, "", "idle"}, Share, share(&Device::idle_ns)},
      {{"", "", "total_comm_ns"}, Time, &Device::total_comm_ns},
      {{"", "", "total_memory_ns"}, Time, &Device::total_memory_ns},
      {{"", "overlap", "overlap_pct"}, Real, &Device::overlap_pct, {.format = "{:.1f} %"}}};
  for (const std::size_t atom : kAtomOrder) {
    columns.add({{{"", "", std::string("atoms_ns/") + kAtoms[atom]},
                  Time,
                  [atom](const Device& device) { return device.atoms_ns[atom]; }}});
  }
  columns.keys = {"device", "events", "span_ns", "paused_ns", "recorded_ns", "busy_ns", "idle_ns"};
  return columns;
}

Json to_json(const ReportInput& input, const GpuTime& result) {
  Json devices = rows_json(input.trace, gpu_time_columns(), result.devices);
  const Json durations = rows_json(input.trace, duration_columns(result), result.devices);
  for (std::size_t i = 0; i < devices.size(); ++i) {
    devices[i].update(durations[i]);
    if (!result.devices[i].overlap_pct()) devices[i]["why"] = "no communication in the window";
  }
  Json out = {{"devices", std::move(devices)}};
  if (result.devices.empty()) out["why"] = no_gpu(input);
  return out;
}

std::string to_text(const ReportInput& input, const GpuTime& result) {
  if (result.devices.empty()) return "n/a: " + no_gpu(input) + "\n";
  const std::size_t all = result.devices.size();
  return rows_text(input.trace, gpu_time_columns(), result.devices, all) +
         pauses_text(input.trace, result) +
         fmt::format("\n{}; concurrent work counts more than once, so it can exceed the span\n",
                     durations_words(input)) +
         rows_text(input.trace, duration_columns(result), result.devices, all);
}

}  // namespace lanescope
