// When a recorder did not watch the context switches of a process: for that time, states of its
// threads are those of samples, and functions of machine code are missing.
#pragma once

#include <algorithm>
#include <unordered_map>
#include <utility>
#include <vector>

#include "core/analysis/events/covered_time.h"
#include "core/analysis/events/interval_union.h"
#include "core/base/text/json_text.h"
#include "core/base/threads/work.h"
#include "core/store/recording_marks.h"
#include "core/store/snapshot.h"

namespace lanescope {

class SwitchGaps {
 public:
  /// Cost: a pass over the tracks of recordings about themselves.
  explicit SwitchGaps(const Snapshot& snapshot) {
    std::unordered_map<StringId, std::vector<TimeRange>> gaps;
    for (const Track& track : snapshot.tracks) {
      if (track.kind == TrackKind::Profiler)
        add(snapshot, track, gaps[process_of(snapshot, track)]);
    }
    for (auto& [process, ranges] : gaps) {
      std::ranges::sort(ranges, {}, &TimeRange::begin_ns);
      if (!ranges.empty()) covered_.emplace(process, CoveredTime(merged(ranges)));
    }
  }

  [[nodiscard]] bool any() const { return !covered_.empty(); }
  /// How much of a range is without switches; `process`: its PID as text.
  [[nodiscard]] Ns length_in(StringId process, const TimeRange& range) const {
    const auto at = covered_.find(process);
    return at != covered_.end() ? at->second.length_in(range) : 0;
  }

 private:
  /// The one that is a number: a recording has it as the thread, one that was converted as the
  /// process.
  static StringId process_of(const Snapshot& snapshot, const Track& track) {
    return token_int(snapshot.text(track.thread)) ? track.thread : track.process;
  }
  static void add(const Snapshot& snapshot, const Track& track, std::vector<TimeRange>& gaps) {
    for (const auto& chunk : track.chunks) {
      count_work(Work::Events, chunk->size());
      for (std::uint32_t slice = 0; slice < chunk->size(); ++slice) {
        if (snapshot.text(chunk->name[slice]) == kSwitchGapMark)
          gaps.push_back(chunk->range(slice));
      }
    }
  }

  std::unordered_map<StringId, CoveredTime> covered_;  // by process
};

}  // namespace lanescope
