#include "core/analysis/gpu_time/gpu_time.h"

#include <algorithm>
#include <initializer_list>
#include <map>

#include "core/analysis/events/gpu_class.h"
#include "core/analysis/events/gpu_events.h"
#include "core/analysis/events/interval_union.h"
#include "core/analysis/events/recording_pauses.h"

namespace lanescope {
namespace {

constexpr std::size_t kClasses = 3;

/// One device's events by class; those of each stream are a run, sorted by start.
struct DeviceEvents {
  std::array<std::vector<TimeRange>, kClasses> by_class;
  std::array<std::vector<std::size_t>, kClasses> run_begins;
  TrackId last_track = TrackId::None;
  TimeRange extent{kMaxNs, kMinNs};
  std::uint64_t count = 0;
};

void add_event(DeviceEvents& device, TrackId track, GpuClass gpu_class, TimeRange event) {
  if (track != device.last_track) {
    for (std::size_t c = 0; c < kClasses; ++c) {
      device.run_begins[c].push_back(device.by_class[c].size());
    }
    device.last_track = track;
  }
  device.by_class[static_cast<std::size_t>(gpu_class)].push_back(event);
  device.extent.begin_ns = std::min(device.extent.begin_ns, event.begin_ns);
  device.extent.end_ns = std::max(device.extent.end_ns, event.end_ns);
  ++device.count;
}

/// The window if bounded, else the extent of the device's events.
TimeRange time_line(const AnalysisWindow& window, const TimeRange& extent) {
  const bool bounded = window.is_bounded();
  return bounded ? window.range : extent;
}

/// The union of the lists.
std::vector<TimeRange> together(const std::array<std::vector<TimeRange>, kClasses>& lists) {
  std::vector<TimeRange> all;
  for (const std::vector<TimeRange>& list : lists) all.insert(all.end(), list.begin(), list.end());
  std::ranges::sort(all, {}, &TimeRange::begin_ns);
  return merged(all);
}

GpuTimeDevice break_down(std::int64_t number, DeviceEvents& events, const AnalysisWindow& window,
                         std::span<const TimeRange> pauses) {
  GpuTimeDevice out;
  out.device = number;
  out.events = events.count;
  out.window = time_line(window, events.extent);
  out.span_ns = saturating_sub(out.window.end_ns, out.window.begin_ns);
  std::array<std::vector<TimeRange>, kClasses> unions;
  std::array<std::span<const TimeRange>, kClasses> lists;
  for (std::size_t c = 0; c < kClasses; ++c) {
    merge_runs(events.by_class[c], events.run_begins[c],
               [](const TimeRange& a, const TimeRange& b) { return a.begin_ns < b.begin_ns; });
    unions[c] = merged(events.by_class[c]);
    lists[c] = unions[c];
  }
  out.atoms_ns = overlap_lengths(lists);
  const auto sum = [&](std::initializer_list<std::size_t> atoms) {
    Ns total = 0;
    for (const std::size_t atom : atoms) total = saturating_add(total, out.atoms_ns[atom]);
    return total;
  };
  out.compute_ns = sum({1, 3, 5, 7});
  out.exposed_comm_ns = sum({2, 6});
  out.exposed_memory_ns = sum({4});
  out.busy_ns = sum({1, 2, 3, 4, 5, 6, 7});
  // Most traces have no pauses and do not need the union.
  if (!pauses.empty()) out.paused_ns = paused_length(pauses, together(unions), out.window);
  out.idle_ns = saturating_sub(out.recorded_ns(), out.busy_ns);
  out.total_comm_ns = sum({2, 3, 6, 7});
  out.total_memory_ns = sum({4, 5, 6, 7});
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

GpuTime analyse_gpu_time(const Snapshot& snapshot, const AnalysisWindow& window) {
  std::map<std::int64_t, DeviceEvents> devices;
  GpuClasses classes(snapshot);
  const bool bounded = window.is_bounded();
  TrackId track_id = TrackId::None;
  DeviceEvents* device = nullptr;
  for_each_gpu_event(
      snapshot, window,
      [&](const Track& track, const TrackChunk& chunk, std::uint32_t slice, CategoryKind kind) {
        TimeRange event = chunk.range(slice);
        if (track.id != track_id) {
          track_id = track.id;
          device = &devices[track.device];
        }
        if (bounded) {
          if (!event.overlaps(window.range)) return;
          event.begin_ns = std::max(event.begin_ns, window.range.begin_ns);
          event.end_ns = std::min(event.end_ns, window.range.end_ns);
        } else if (!admits_gpu_event(snapshot, window, event.begin_ns, chunk.link[slice])) {
          return;
        }
        add_event(*device, track.id, classes.of(kind, chunk.name[slice]), event);
      });
  GpuTime out;
  if (devices.empty()) return out;
  const std::vector<TimeRange> pauses = recording_pauses(snapshot);
  const std::map<std::int64_t, GpuDurations> durations = gpu_durations(snapshot, window);
  for (auto& [number, events] : devices) {
    if (events.count == 0 && !bounded) continue;
    out.devices.push_back(break_down(number, events, window, pauses));
    if (const auto own = durations.find(number); own != durations.end())
      out.devices.back().durations = own->second;
  }
  return out;
}

}  // namespace lanescope
