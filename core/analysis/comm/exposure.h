// When a device communicates, and when it does nothing else of use.
#pragma once

#include <span>
#include <vector>

#include "core/analysis/events/device_timeline.h"
#include "core/analysis/events/interval_union.h"

namespace lanescope {

struct CommExposure {
  std::vector<TimeRange> comm;     // merged
  std::vector<TimeRange> exposed;  // merged: the parts of it while nothing computes
  Ns concurrent_ns = 0;            // in which two or more collectives go on
  /// Of each collective that overlaps the window, by start: what it exposes that no collective
  /// before it does. They add up to `exposed`.
  std::vector<Ns> of_event;
};

/// Cost: linear in the device's events.
CommExposure comm_exposure(const DeviceTimeline& timeline);

/// Of a merged list.
inline Ns length_of(std::span<const TimeRange> merged_list) {
  Ns length_ns = 0;
  for (const TimeRange& range : merged_list)
    length_ns = saturating_add(length_ns, length_of(range));
  return length_ns;
}

}  // namespace lanescope
