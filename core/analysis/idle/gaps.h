// The gaps between a device's GPU events, and the event that ends each.
#pragma once

#include <vector>

#include "core/analysis/events/device_timeline.h"

namespace lanescope {

struct DeviceGap {
  TimeRange range;  // not clipped to the window
  /// The event that starts at its end; null after the last event.
  const TimelineEvent* after = nullptr;
};

/// If several events start together, `after` is the one that ends first; on a tie the launch time,
/// the name, the stream and finally the position in the file decide. Zero-length events split a
/// gap, since something ran there. In unbounded windows, gaps are between events that count; in
/// bounded ones also before the first event and after the last, and only gaps that overlap the
/// window are returned. Cost: linear.
std::vector<DeviceGap> find_gaps(const Snapshot& snapshot, const AnalysisWindow& window,
                                 const DeviceTimeline& timeline);

}  // namespace lanescope
