#include "core/analysis/idle/device_record.h"

#include <algorithm>
#include <utility>

#include "core/analysis/events/recording_pauses.h"

namespace lanescope {
namespace {

/// Of two merged lists.
std::vector<TimeRange> union_of(std::vector<TimeRange> list, const std::vector<TimeRange>& more) {
  if (more.empty()) return list;
  const auto middle = static_cast<std::ptrdiff_t>(list.size());
  list.insert(list.end(), more.begin(), more.end());
  std::ranges::inplace_merge(list, list.begin() + middle, {}, &TimeRange::begin_ns);
  return merged(list);
}

EventEnds all_ends(std::span<const TimelineEvent> events) {
  EventEnds all(events);
  for (std::uint32_t i = 0; i < events.size(); ++i) all.add(i);
  return all;
}

}  // namespace

EventId EventEnds::last_until(Ns time_ns) {
  const auto key = [this](std::uint32_t i) {
    return std::pair(events_[i].range.end_ns, events_[i].event);
  };
  if (!sorted_ && !std::ranges::is_sorted(order_, {}, key)) std::ranges::sort(order_, {}, key);
  sorted_ = true;
  const auto after = std::ranges::upper_bound(
      order_, time_ns, {}, [this](std::uint32_t i) { return events_[i].range.end_ns; });
  return after == order_.begin() ? EventId::None : events_[*std::prev(after)].event;
}

DeviceRecord::DeviceRecord(const Snapshot& snapshot, std::span<const DeviceTimeline> timelines)
    : snapshot_(snapshot) {
  const UnknownTimes unknown(snapshot);
  std::vector<TimeRange> all;
  for (const DeviceTimeline& timeline : timelines) {
    Device& device = devices_[timeline.device];
    device.timeline = &timeline;
    device.activity = activity_of(timeline.busy(), unknown.of(timeline.device));
    if (timelines.size() > 1) all = union_of(std::move(all), timeline.busy());
  }
  any_device_ = activity_of(std::move(all), unknown.of_any());
}

const DeviceRecord::Activity& DeviceRecord::of(std::optional<std::int64_t> device) const {
  const auto at = device ? devices_.find(*device) : devices_.end();
  if (at != devices_.end()) return at->second.activity;
  return devices_.size() == 1 ? devices_.begin()->second.activity : any_device_;
}

EventId DeviceRecord::last_before(std::optional<std::int64_t> device, std::int64_t stream,
                                  Ns time_ns) {
  const auto at =
      device || devices_.size() != 1 ? devices_.find(device.value_or(-1)) : devices_.begin();
  if (at == devices_.end()) return EventId::None;
  Device& found = at->second;
  if (device) {
    Streams& streams = streams_of(found);
    const auto of_stream = streams.find(stream);
    if (of_stream != streams.end()) return of_stream->second.last_until(time_ns);
  }
  if (!found.all) found.all = all_ends(found.timeline->events);
  return found.all->last_until(time_ns);
}

DeviceRecord::Streams& DeviceRecord::streams_of(Device& device) const {
  if (device.streams) return *device.streams;
  Streams& streams = device.streams.emplace();
  const std::span<const TimelineEvent> events = device.timeline->events;
  TrackId last = TrackId::None;
  EventEnds* of_stream = nullptr;
  for (std::uint32_t i = 0; i < events.size(); ++i) {
    if (of_stream == nullptr || events[i].track != last) {
      last = events[i].track;
      const std::int64_t stream = snapshot_.tracks[index_of(last)].stream;
      of_stream = &streams.try_emplace(stream, events).first->second;
    }
    of_stream->add(i);
  }
  return streams;
}

DeviceRecord::Activity DeviceRecord::activity_of(std::vector<TimeRange> busy,
                                                 const std::vector<TimeRange>& unknown) {
  std::optional<CoveredTime> with_pauses;
  if (!unknown.empty()) with_pauses.emplace(union_of(busy, unknown));
  return {CoveredTime(std::move(busy)), std::move(with_pauses)};
}

}  // namespace lanescope
