// The holes between a device's GPU events, and what ends each.
#pragma once

#include <vector>

#include "core/analysis/events/device_timeline.h"

namespace lanescope {

struct DeviceGap {
  TimeRange range;                       // not clipped to the window
  const TimelineEvent* after = nullptr;  // the event that starts at the end; null after the last
};

/// Of events that start together the one that ends first is `after`, then the one that comes first
/// in the file. Events without a length cut a hole in two: something ran there. In unbounded
/// windows the holes lie between events that count; in bounded ones also before the first event and
/// after the last, and only holes that reach into the window are given. Cost: linear.
std::vector<DeviceGap> find_gaps(const Snapshot& snapshot, const AnalysisWindow& window,
                                 const DeviceTimeline& timeline);

}  // namespace lanescope
