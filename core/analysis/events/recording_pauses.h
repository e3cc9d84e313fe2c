// When a recording was paused, and when it lost records. Time without events is not necessarily
// idle then, nor is it after the start of GPU work whose end is missing.
#pragma once

#include <cstdint>
#include <map>
#include <span>
#include <string_view>
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

/// How much GPU work has no length, since its end is not in the trace. Cost: a lookup for each
/// slice without an end.
std::uint64_t unended_work(const Snapshot& snapshot);
/// Whether there is any. Cost: a lookup for each slice without an end, up to the first such work.
bool has_unended_work(const Snapshot& snapshot);

/// When it is unknown whether a device was idle: in pauses of the recording, and from the start of
/// work whose end is missing to that of the next work on its stream, or to the end of the trace.
class UnknownTimes {
 public:
  /// Cost: as recording_pauses(), a lookup for each slice without an end, and a pass over the
  /// streams that have such work.
  explicit UnknownTimes(const Snapshot& snapshot);

  /// Merged, by time.
  [[nodiscard]] const std::vector<TimeRange>& of(std::int64_t device) const;
  /// The same of any device.
  [[nodiscard]] const std::vector<TimeRange>& of_any() const { return any_; }

 private:
  std::vector<TimeRange> pauses_, any_;
  std::map<std::int64_t, std::vector<TimeRange>> of_device_;  // of those with such work
};

/// What happened in unknown times, for a sentence: "the recording was paused". Cost: as
/// recording_pauses() and has_unended_work().
std::string_view unknown_time_words(const Snapshot& snapshot);

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
