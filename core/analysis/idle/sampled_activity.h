// What a host thread was seen to do from outside: explains idle time where the thread recorded
// nothing itself.
#pragma once

#include <cstddef>
#include <memory>
#include <vector>

#include "core/analysis/idle/host_activity.h"
#include "core/base/text/ids.h"
#include "core/base/time.h"
#include "core/store/snapshot.h"

namespace lanescope {

/// Extends to the start of the next segment.
struct SampledSegment {
  Ns begin_ns = kMinNs;
  EventId function = EventId::None;  // the innermost Python function; None: not in Python, or
                                     // not sampled
  EventId source = EventId::None;    // the innermost of user code, see HostActivity::source_of
  EventId loader = EventId::None;    // a function that fetches the next batch
  EventId line = EventId::None;
  EventId wait = EventId::None;  // the thread's state, unless it runs
};

/// One thread's samples.
class SampledActivity {
 public:
  /// Nothing is known.
  SampledActivity() = default;
  /// `thread` is any of the thread's tracks. Cost: a pass over its samples.
  SampledActivity(const Snapshot& snapshot, const HostActivities& activities, const Track& thread);

  /// Calls visit(range, segment) for the segments in a range, clipped to it, in time order. Cost:
  /// log(segments), plus the number of segments.
  template <typename Visit>
  void visit(TimeRange range, const Visit& visit) const {
    std::size_t at = segment_at(range.begin_ns);
    for (; range.begin_ns < range.end_ns; ++at) {
      const Ns next_ns = at + 1 < segments_.size() ? segments_[at + 1].begin_ns : kMaxNs;
      const Ns end_ns = std::min(range.end_ns, next_ns);
      visit(TimeRange{range.begin_ns, end_ns}, segments_[at]);
      range.begin_ns = end_ns;
    }
  }

 private:
  [[nodiscard]] std::size_t segment_at(Ns time_ns) const;

  std::vector<SampledSegment> segments_ = std::vector<SampledSegment>(1);  // by time
};

/// That of each thread, found when it is asked for. One thread.
class SampledActivities {
 public:
  /// Both outlive this.
  SampledActivities(const Snapshot& snapshot, const HostActivities& activities);

  /// Whether the trace has samples.
  [[nodiscard]] bool any() const { return any_; }
  /// Nothing is known of tracks other than host threads. Cost: see SampledActivity, once.
  [[nodiscard]] const SampledActivity& of(TrackId thread);

 private:
  const Snapshot& snapshot_;
  const HostActivities& activities_;
  bool any_ = false;  // the trace has samples
  std::vector<std::unique_ptr<SampledActivity>> of_track_;
};

}  // namespace lanescope
