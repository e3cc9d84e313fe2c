// When a recording was paused, so that what is not there need not have been idle.
#pragma once

#include <span>
#include <vector>

#include "core/base/time.h"
#include "core/store/snapshot.h"

namespace lanescope {

/// When the recorder was paused, or had no records of the GPU because another profiler took them:
/// from the records of category overhead that a live capture leaves. Merged, by time. Cost: a pass
/// over the profiler's tracks.
std::vector<TimeRange> recording_pauses(const Snapshot& snapshot);

/// The part of a window in which a device neither worked, as far as is known, nor idled: the
/// recording was paused and nothing of `busy` ran. Busy time, this and idle time add up to the
/// window. `pauses` and `busy` are merged lists. Cost: linear.
std::vector<TimeRange> paused_parts(std::span<const TimeRange> pauses,
                                    std::span<const TimeRange> busy, TimeRange window);

/// Whether any pause touches a range. Cost: log(pauses).
bool is_paused(std::span<const TimeRange> pauses, TimeRange range);

/// The length of paused_parts.
Ns paused_length(std::span<const TimeRange> pauses, std::span<const TimeRange> busy,
                 TimeRange window);

}  // namespace lanescope
