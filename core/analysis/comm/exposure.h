// When a device communicates, and when that is exposed.
#pragma once

#include <span>
#include <vector>

#include "core/analysis/events/device_timeline.h"
#include "core/analysis/events/interval_union.h"

namespace lanescope {

struct CommExposure {
  std::vector<TimeRange> comm;     // merged
  std::vector<TimeRange> exposed;  // merged: the parts of `comm` while nothing computes
  Ns concurrent_ns = 0;            // while two or more collectives are running
  /// For each collective that overlaps the window, by start: its exposed time that no earlier
  /// collective covers. The sum is the length of `exposed`.
  std::vector<Ns> of_event;
};

/// Cost: linear in the device's events.
CommExposure comm_exposure(const DeviceTimeline& timeline);

/// The total length of a merged list.
inline Ns length_of(std::span<const TimeRange> merged_list) {
  Ns length_ns = 0;
  for (const TimeRange& range : merged_list)
    length_ns = saturating_add(length_ns, length_of(range));
  return length_ns;
}

}  // namespace lanescope
