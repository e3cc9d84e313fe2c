#include "core/analysis/gpu_time/gpu_time.h"

#include <algorithm>
#include <initializer_list>
#include <map>

#include "core/analysis/events/gpu_class.h"
#include "core/analysis/events/interval_union.h"
#include "core/analysis/events/recording_pauses.h"
#include "core/analysis/results.h"

namespace lanescope {
namespace {

GpuTimeDevice break_down(const DeviceTimeline& timeline, std::span<const TimeRange> pauses) {
  GpuTimeDevice out;
  out.device = timeline.device;
  out.events = static_cast<std::uint64_t>(
      std::ranges::count_if(timeline.events, &TimelineEvent::overlaps_window));
  out.window = timeline.window;
  out.span_ns = saturating_sub(out.window.end_ns, out.window.begin_ns);
  out.atoms_ns =
      overlap_lengths({timeline.busy(GpuClass::Compute), timeline.busy(GpuClass::Communication),
                       timeline.busy(GpuClass::Memory)});
  const auto sum = [&](std::initializer_list<std::size_t> atoms) {
    Ns total = 0;
    for (const std::size_t atom : atoms) total = saturating_add(total, out.atoms_ns[atom]);
    return total;
  };
  out.compute_ns = sum({1, 3, 5, 7});
  out.exposed_comm_ns = sum({2, 6});
  out.exposed_memory_ns = sum({4});
  out.busy_ns = sum({1, 2, 3, 4, 5, 6, 7});
  if (!pauses.empty()) out.paused_ns = paused_length(pauses, timeline.busy(), out.window);
  out.idle_ns = saturating_sub(out.recorded_ns(), out.busy_ns);
  out.total_comm_ns = sum({2, 3, 6, 7});
  out.total_memory_ns = sum({4, 5, 6, 7});
  return out;
}

GpuTime time_of(const Snapshot& snapshot, const AnalysisWindow& window,
                std::span<const DeviceTimeline> timelines) {
  GpuTime out;
  if (timelines.empty()) return out;
  const UnknownTimes unknown(snapshot);
  const std::map<std::int64_t, GpuDurations> durations = gpu_durations(snapshot, window, timelines);
  for (const DeviceTimeline& timeline : timelines) {
    GpuTimeDevice device = break_down(timeline, unknown.of(timeline.device));
    if (device.events == 0 && !window.is_bounded()) continue;
    if (const auto own = durations.find(device.device); own != durations.end())
      device.durations = own->second;
    out.devices.push_back(device);
  }
  return out;
}

}  // namespace

std::optional<double> GpuTimeDevice::overlap_pct() const {
  if (total_comm_ns == 0) return std::nullopt;
  return 100.0 * static_cast<double>(total_comm_ns - exposed_comm_ns) /
         static_cast<double>(total_comm_ns);
}

double GpuTimeDevice::busy_share() const {
  if (recorded_ns() <= 0) return 0;
  return static_cast<double>(busy_ns) / static_cast<double>(recorded_ns());
}

GpuTimeDevice total_gpu_time(const GpuTime& time) {
  GpuTimeDevice sum;
  for (const GpuTimeDevice& device : time.devices) {
    sum.events += device.events;
    for (const auto field :
         {&GpuTimeDevice::span_ns, &GpuTimeDevice::compute_ns, &GpuTimeDevice::exposed_comm_ns,
          &GpuTimeDevice::exposed_memory_ns, &GpuTimeDevice::idle_ns, &GpuTimeDevice::paused_ns,
          &GpuTimeDevice::busy_ns, &GpuTimeDevice::total_comm_ns,
          &GpuTimeDevice::total_memory_ns}) {
      sum.*field = saturating_add(sum.*field, device.*field);
    }
    for (std::size_t i = 0; i < sum.atoms_ns.size(); ++i)
      sum.atoms_ns[i] = saturating_add(sum.atoms_ns[i], device.atoms_ns[i]);
    sum.durations.add(device.durations);
  }
  return sum;
}

bool is_mostly_unknown(const Snapshot& snapshot, std::span<const GpuTimeDevice> devices) {
  if (!has_unended_work(snapshot)) return false;
  const std::vector<TimeRange> pauses = recording_pauses(snapshot);
  Ns unknown_ns = 0, recorded_ns = 0;  // without pauses of the recording
  for (const GpuTimeDevice& device : devices) {
    const Ns paused_ns = std::min(device.paused_ns, paused_length(pauses, {}, device.window));
    unknown_ns = saturating_add(unknown_ns, device.paused_ns - paused_ns);
    recorded_ns = saturating_add(recorded_ns, device.span_ns - paused_ns);
  }
  return unknown_ns > recorded_ns / 2;
}

GpuTime analyse_gpu_time(const Snapshot& snapshot, const AnalysisWindow& window) {
  return time_of(snapshot, window, device_timelines(snapshot, window));
}

GpuTime analyse_gpu_time(const AnalysisResults& in) {
  return time_of(in.trace, in.window, in.of<DeviceTimelines>()->devices);
}

}  // namespace lanescope
