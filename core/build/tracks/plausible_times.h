// PlausibleTimes: which times of a trace can be right. One kernel at ts 0, or one that lasts until
// the year 2300, would make the trace span years, its GPU idle all of them, and its lanes empty;
// such events are set aside and told in the load report.
//
// Real traces must not lose anything by it, so an event is set aside only when all of this holds:
//
// - It is far from the bulk. The bulk is the middle four fifths of all starts, and the windows that
//   the profiler wrote down itself ("Trace" spans, the chunks of a capture). Far is more than a day
//   and a thousand times the bulk away; where the profiler's window is known, more than a minute
//   and ten times. What can be reached in shorter steps, from event to event, is not far: a long
//   run, a pause, a slow start have events on the way or lie in the window.
// - It is one of few: at most a tenth of all events are so far out. More are no mistake but a part
//   of the run after a very long pause.
// - The rest of its lane, or of its process, is not out there with it. A lane whose events all are
//   has a clock of its own, as GPUs and some asynchronous events have by mistake, and is kept.
//   Fewer than three events are no lane to tell that by.
//
// Times beyond what the format can mean (see largest_time.h) never come here: readers set them
// aside.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "core/base/check.h"
#include "core/base/time.h"
#include "core/build/tracks/global_tables.h"
#include "core/build/tracks/issue_log.h"
#include "core/build/tracks/raw_slice_store.h"

namespace lanescope {

struct PlausibleInput {
  const RawSliceStore& store;
  std::span<const RawBatch> batches;  // async events not paired yet
  const GlobalTables& tables;
  TimeRange extent;                   // from the first time to the last one
  std::optional<TimeRange> recorded;  // where the reader knows when was recorded
};

class PlausibleTimes {
 public:
  /// All times are.
  PlausibleTimes() = default;
  /// Cost: none in a trace of a minute or less; else a pass over the rows, and some more where
  /// there are far ones.
  explicit PlausibleTimes(const PlausibleInput& input);

  [[nodiscard]] bool all() const { return own_clock_.empty(); }
  [[nodiscard]] bool admits(TrackId track, Ns begin_ns, Ns end_ns) const {
    return all() || admits_track(index_of(track), begin_ns, end_ns);
  }
  /// `counter`: its number in GlobalTables::counters.
  [[nodiscard]] bool admits_counter(std::uint32_t counter, Ns time_ns) const {
    return all() || admits_track(tracks_ + counter, time_ns, time_ns);
  }
  /// The last time that is plausible; only where not all are.
  [[nodiscard]] Ns last_ns() const { return last_ns_; }
  /// Lists what is not admitted. Cost: a pass over the rows; nothing where all is.
  void list_others(const PlausibleInput& input, IssueLog& issues) const;

 private:
  [[nodiscard]] bool admits_track(std::size_t lane, Ns begin_ns, Ns end_ns) const {
    LANESCOPE_SLOW_CHECK(lane < own_clock_.size(), "lane {} of {}", lane, own_clock_.size());
    return (begin_ns >= window_.begin_ns && end_ns <= window_.end_ns) || own_clock_[lane];
  }
  void find_own_clocks(const PlausibleInput& input);

  TimeRange window_{kMinNs, kMaxNs};
  std::vector<bool> own_clock_;  // by lane: the tracks, behind them the counters
  std::size_t tracks_ = 0;
  Ns last_ns_ = kMinNs;
};

}  // namespace lanescope
