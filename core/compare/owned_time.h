// Which of the overlapping events of a GPU each instant belongs to.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "core/analysis/events/device_timeline.h"
#include "core/base/time.h"

namespace lanescope {

/// An interval that is attributed to one owner.
struct OwnedTime {
  TimeRange range;
  std::uint32_t owner = 0;
};

/// Divides the time of one GPU among its events, which are sorted by start and number their owners
/// from `first_owner` on. Time goes to computation before communication before memory, and within a
/// class to what started first. By time, without overlaps. Cost: n log n.
std::vector<OwnedTime> owned_times(std::span<const TimelineEvent> events,
                                   std::uint32_t first_owner);

}  // namespace lanescope
