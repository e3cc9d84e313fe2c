// PlausibleTimes: which times of a trace are plausible. A single kernel at ts 0, or one that lasts
// until the year 2300, would make the trace span years, with an idle GPU and empty lanes; such
// events are dropped and listed in the load report.
//
// Real traces must not lose any event, so an event is dropped only if all of this holds:
//
// - It is far from the bulk. The bulk is the middle four fifths of all starts, and the windows in
//   which the profiler says that it was recording ("Trace" spans, the chunks of a capture). Far
//   means more than a day, and more than a thousand times the length of the bulk, away; if the
//   profiler's window is known, more than a minute, and more than ten times that length. Events
//   that can be reached in shorter steps, from event to event, are not far: a long run, a pause and
//   a slow start have events on the way or are in the window.
// - It is one of few: at most a tenth of all events are that far away. More would not be a mistake
//   but a part of the run after a very long pause.
// - Neither most of its track nor most of its process is out there with it. A track with more than
//   half of its events far away has a clock of its own, as GPUs and some async events have by
//   mistake, and is kept. It takes at least three far events to tell.
//
// What Lanescope wrote itself was examined before: it says so (see core/store/own_members.h), as do
// profiles that have weights instead of times, and keeps all events.
//
// Times beyond what the format allows (see kLargestTime) never get here: readers drop them.
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
  std::span<const RawBatch> batches;  // with async events not yet paired
  const GlobalTables& tables;
  TimeRange extent;                   // from the first time to the last
  std::optional<TimeRange> recorded;  // if the reader knows when the recording was made
};

class PlausibleTimes {
 public:
  /// All times are plausible.
  PlausibleTimes() = default;
  /// Cost: none for a trace of a minute or less; otherwise a pass over the rows, and several more
  /// if some are far away.
  explicit PlausibleTimes(const PlausibleInput& input);

  [[nodiscard]] bool all() const { return own_clock_.empty(); }
  [[nodiscard]] bool admits(TrackId track, Ns begin_ns, Ns end_ns) const {
    return all() || admits_track(index_of(track), begin_ns, end_ns);
  }
  /// `counter`: its index in GlobalTables::counters.
  [[nodiscard]] bool admits_counter(std::uint32_t counter, Ns time_ns) const {
    return all() || admits_track(tracks_ + counter, time_ns, time_ns);
  }
  /// The last plausible time; only if not all times are plausible.
  [[nodiscard]] Ns last_ns() const { return last_ns_; }
  /// Reports the events that are not admitted. Cost: a pass over the rows; none if all are
  /// admitted.
  void list_others(const PlausibleInput& input, IssueLog& issues) const;

 private:
  [[nodiscard]] bool admits_track(std::size_t lane, Ns begin_ns, Ns end_ns) const {
    LANESCOPE_SLOW_CHECK(lane < own_clock_.size(), "lane {} of {}", lane, own_clock_.size());
    return (begin_ns >= window_.begin_ns && end_ns <= window_.end_ns) || own_clock_[lane];
  }
  void find_own_clocks(const PlausibleInput& input);

  TimeRange window_{kMinNs, kMaxNs};
  std::vector<bool> own_clock_;  // the tracks, followed by the counters
  std::size_t tracks_ = 0;
  Ns last_ns_ = kMinNs;
};

}  // namespace lanescope
