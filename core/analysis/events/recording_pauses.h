// When a recording was paused, and when it lost records. Time without events is not necessarily
// idle then.
#pragma once

#include <span>
#include <vector>

#include "core/base/time.h"
#include "core/store/snapshot.h"

namespace lanescope {

/// When the recorder was paused, or had no GPU records because another profiler was using CUPTI:
/// taken from the records of category overhead in a live recording. Merged, by time. Cost: a pass
/// over the profiler's tracks.
std::vector<TimeRange> recording_pauses(const Snapshot& snapshot);

/// When records were lost, as the recorder was too slow, or since chunks of the file are damaged or
/// missing. Something was recorded then, but what lies next to such a time may have ended in it, or
/// begun. Merged, by time. Cost: as recording_pauses().
std::vector<TimeRange> recording_losses(const Snapshot& snapshot);

/// The parts of a window in which it is unknown whether a device was idle: the recording was
/// paused, and `busy` does not cover them. Busy, paused and idle time add up to the window.
/// `pauses` and `busy` are merged lists. Cost: linear.
std::vector<TimeRange> paused_parts(std::span<const TimeRange> pauses,
                                    std::span<const TimeRange> busy, TimeRange window);

/// Whether a pause overlaps the range. Cost: log(pauses).
bool is_paused(std::span<const TimeRange> pauses, TimeRange range);

/// The total length of paused_parts.
Ns paused_length(std::span<const TimeRange> pauses, std::span<const TimeRange> busy,
                 TimeRange window);

}  // namespace lanescope
