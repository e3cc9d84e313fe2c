// Which launch a range of CUPTI's range profiler measured. Ranges (category cuda_profiler_range)
// lie one behind the other, not at the times at which the kernels ran, and speak of no launch: the
// n-th range belongs to the n-th launch of a kernel, as HolisticTraceAnalysis takes it.
#pragma once

#include <cstddef>
#include <vector>

#include "core/base/text/ids.h"
#include "core/base/time.h"
#include "core/store/snapshot.h"

namespace lanescope {

class ProfilerRanges {
 public:
  struct Range {
    EventId event = EventId::None;
    Ns start_ns = 0;
    StringId name = StringId::Empty;
    const Track* track = nullptr;
  };

  /// Of the whole trace, in the order of time. Refers to the snapshot; complete ones only. Cost: a
  /// pass over the slices of lanes that are no CPU threads, and over the host's calls.
  explicit ProfilerRanges(const Snapshot& snapshot);

  [[nodiscard]] const std::vector<Range>& ranges() const { return ranges_; }
  [[nodiscard]] std::size_t launches() const { return launches_.size(); }
  /// Whether the order tells launches from each other: there are as many as ranges.
  [[nodiscard]] bool tells_launches() const { return launches_.size() == ranges_.size(); }
  /// The call of the n-th range; None where the order does not tell.
  [[nodiscard]] EventId launch_of(std::size_t range) const {
    return tells_launches() ? launches_[range].event : EventId::None;
  }
  /// The call of a range by its event. Cost: linear in the ranges.
  [[nodiscard]] EventId launch_of(EventId range) const;

 private:
  struct Launch {
    EventId event = EventId::None;
    Ns start_ns = 0;
  };

  std::vector<Range> ranges_;
  std::vector<Launch> launches_;
};

}  // namespace lanescope
