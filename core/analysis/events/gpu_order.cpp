#include "core/analysis/events/gpu_order.h"

#include <algorithm>
#include <unordered_map>
#include <utility>

#include "core/analysis/events/launch_call.h"

namespace lanescope {

GpuOrder::GpuOrder(const Snapshot& snapshot, std::span<const DeviceTimeline> timelines)
    : snapshot_(snapshot) {
  for (const DeviceTimeline& timeline : timelines) {
    for (const TimelineEvent& event : timeline.events) {
      if (event.overlaps_window) work_.push_back(&event);
    }
  }
  std::unordered_map<TrackId, std::uint32_t> last;  // by track, one timeline at a time
  before_.resize(work_.size(), kNone);
  for (std::uint32_t i = 0; i < size(); ++i) {
    const auto [at, fresh] = last.try_emplace(work_[i]->track, i);
    if (!fresh) before_[i] = std::exchange(at->second, i);
    if (!work_[i]->range.empty()) by_end_.push_back(i);
    by_event_.push_back(i);
  }
  const auto ends_before = [&](std::uint32_t a, std::uint32_t b) {
    const TimeRange& x = work_[a]->range;
    const TimeRange& y = work_[b]->range;
    if (x.end_ns != y.end_ns) return x.end_ns < y.end_ns;
    return x.begin_ns != y.begin_ns ? x.begin_ns < y.begin_ns : a < b;
  };
  std::ranges::sort(by_end_, ends_before);
  std::ranges::sort(by_event_, {}, [&](std::uint32_t work) { return work_[work]->event; });
  for (const std::uint32_t i : by_end_) {
    const Track& track = snapshot_.tracks[index_of(work_[i]->track)];
    of_stream_[{track.device, track.stream}].push_back(i);
  }
}

std::uint32_t GpuOrder::work_of(EventId event) const {
  const auto at = std::ranges::lower_bound(by_event_, event, {},
                                           [&](std::uint32_t work) { return work_[work]->event; });
  return at != by_event_.end() && work_[*at]->event == event ? *at : kNone;
}

std::uint32_t GpuOrder::last_ended(const Works& by_end, Ns time_ns) const {
  const auto after = std::ranges::upper_bound(
      by_end, time_ns, {}, [&](std::uint32_t work) { return work_[work]->range.end_ns; });
  return after == by_end.begin() ? kNone : *(after - 1);
}

std::uint32_t GpuOrder::last_ended(const Stream& stream, Ns time_ns) const {
  const auto found = of_stream_.find(stream);
  return found == of_stream_.end() ? kNone : last_ended(found->second, time_ns);
}

std::uint32_t GpuOrder::last_launched(const Stream& stream, Ns launch_ns) const {
  const auto found = of_stream_.find(stream);
  if (found == of_stream_.end()) return kNone;
  const Works& by_end = found->second;
  // A stream runs work in launch order, so launches are sorted if ends are.
  const auto after = std::partition_point(by_end.begin(), by_end.end(), [&](std::uint32_t work) {
    const auto call = find_launch_call(snapshot_, work_[work]->link);
    return !call || call->range.begin_ns < launch_ns;
  });
  return after == by_end.begin() ? kNone : *(after - 1);
}

}  // namespace lanescope
