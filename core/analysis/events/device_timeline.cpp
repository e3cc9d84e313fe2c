#include "core/analysis/events/device_timeline.h"

#include <algorithm>
#include <map>

#include "core/analysis/events/gpu_events.h"
#include "core/analysis/events/interval_union.h"

namespace lanescope {
namespace {

/// A device's events; those of each stream are a run, sorted by start.
struct Streams {
  std::vector<TimelineEvent> events;
  std::vector<std::size_t> run_begins;
};

/// From the first start to the last end of the events that count.
TimeRange extent_of(const std::vector<TimelineEvent>& events) {
  TimeRange extent{kMaxNs, kMinNs};
  for (const TimelineEvent& event : events) {
    if (!event.counts) continue;
    extent.begin_ns = std::min(extent.begin_ns, event.range.begin_ns);
    extent.end_ns = std::max(extent.end_ns, event.range.end_ns);
  }
  return extent.begin_ns <= extent.end_ns ? extent : TimeRange{};
}

TimeRange clipped(const TimeRange& range, const TimeRange& to) {
  return {std::max(range.begin_ns, to.begin_ns), std::min(range.end_ns, to.end_ns)};
}

/// Sets what depends on the window.
void place_in(const Snapshot& snapshot, const AnalysisWindow& window, TimelineEvent& event) {
  event.counts = admits_gpu_event(snapshot, window, event.range.begin_ns, event.link);
  event.overlaps_window = window.is_bounded() ? event.range.overlaps(window.range) : event.counts;
}

}  // namespace

DeviceTimeline::DeviceTimeline(std::int64_t number, std::vector<TimelineEvent> sorted,
                               const AnalysisWindow& part)
    : device(number),
      events(std::move(sorted)),
      window(part.is_bounded() ? part.range : extent_of(events)) {
  for (const TimelineEvent& event : events) {
    if (!event.overlaps_window) continue;
    const TimeRange range = clipped(event.range, window);
    add_later(busy_, range);
    add_later(busy_of_[static_cast<std::size_t>(event.gpu_class)], range);
  }
}

std::vector<DeviceTimeline> device_timelines(const Snapshot& snapshot,
                                             const AnalysisWindow& window) {
  std::map<std::int64_t, Streams> devices;
  GpuClasses classes(snapshot);
  TrackId last = TrackId::None;
  Streams* streams = nullptr;
  for_each_gpu_event(
      snapshot, window,
      [&](const Track& track, const TrackChunk& chunk, std::uint32_t slice, CategoryKind kind) {
        if (track.id != last) {
          last = track.id;
          streams = &devices[track.device];
          streams->run_begins.push_back(streams->events.size());
          streams->events.reserve(streams->events.size() + chunk.size());
        }
        const TimeRange range = chunk.range(slice);
        const EventId link = chunk.link[slice];
        const StringId name = chunk.name[slice];
        place_in(
            snapshot, window,
            streams->events.emplace_back(TimelineEvent{range, chunk.id_of(slice), link, name,
                                                       track.id, kind, classes.of(kind, name)}));
      });
  std::vector<DeviceTimeline> timelines;
  for (auto& [number, device] : devices) {
    merge_runs(device.events, device.run_begins,
               [](const TimelineEvent& a, const TimelineEvent& b) {
                 return a.range.begin_ns < b.range.begin_ns;
               });
    timelines.emplace_back(number, std::move(device.events), window);
  }
  return timelines;
}

std::vector<DeviceTimeline> device_timelines(const Snapshot& snapshot, const AnalysisWindow& window,
                                             std::span<const DeviceTimeline> whole) {
  std::vector<DeviceTimeline> timelines;
  for (const DeviceTimeline& device : whole) {
    if (!window.has_device(device.device)) continue;
    std::vector<TimelineEvent> events = device.events;
    for (TimelineEvent& event : events) place_in(snapshot, window, event);
    timelines.emplace_back(device.device, std::move(events), window);
  }
  return timelines;
}

Ns length_inside(std::span<const TimeRange> merged_list, TimeRange range) {
  auto at = std::ranges::upper_bound(merged_list, range.begin_ns, {}, &TimeRange::end_ns);
  Ns length_ns = 0;
  for (; at != merged_list.end() && at->begin_ns < range.end_ns; ++at) {
    length_ns = saturating_add(length_ns, clipped(*at, range).length_ns());
  }
  return length_ns;
}

}  // namespace lanescope
