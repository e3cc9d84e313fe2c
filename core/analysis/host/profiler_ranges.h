// Which launch each range of CUPTI's range profiler measured. Ranges (category cuda_profiler_range)
// follow one another instead of having the times of their kernels, and do not refer to launches. As
// in HolisticTraceAnalysis, the n-th range belongs to the n-th kernel launch.
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

  /// For the entire trace, in time order. Refers to the snapshot; complete ones only. Cost: a pass
  /// over the slices of tracks other than CPU threads, and over the host calls.
  explicit ProfilerRanges(const Snapshot& snapshot);

  [[nodiscard]] const std::vector<Range>& ranges() const { return ranges_; }
  [[nodiscard]] std::size_t launches() const { return launches_.size(); }
  /// Whether ranges can be matched to launches: their numbers are equal.
  [[nodiscard]] bool tells_launches() const { return launches_.size() == ranges_.size(); }
  /// The launch call of the n-th range; None if they cannot be matched.
  [[nodiscard]] EventId launch_of(std::size_t range) const {
    return tells_launches() ? launches_[range].event : EventId::None;
  }
  /// The launch call of a range, given its event. Cost: linear in the ranges.
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
