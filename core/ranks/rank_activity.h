// What one rank's GPUs did between collectives: what a late rank is compared with the others by.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

#include "core/analysis/host/idle_class.h"
#include "core/ranks/rank_trace.h"

namespace lanescope {

/// An idle stretch.
struct IdleStretch {
  TimeRange range;
  IdleClass what = IdleClass::Untraced;
  EventId culprit = EventId::None;
  std::uint32_t name = 0;  // of the culprit; 0: nothing is known of it
};

/// A kernel that computes, or a copy.
struct ActivityWork {
  TimeRange range;
  EventId event = EventId::None;
  std::uint32_t name = 0;           // of itself
  std::uint32_t operator_name = 0;  // that launched it; 0 when it is not known
};

/// On the trace's own clock.
struct DeviceActivity {
  std::int64_t device = -1;
  // These lie apart and, with the idle stretches, cover the time from the first GPU event to the
  // last, but for pauses of the recording. Sorted.
  std::vector<TimeRange> compute;
  std::vector<TimeRange> exposed_comm;    // while nothing computes
  std::vector<TimeRange> exposed_memory;  // while nothing computes or communicates
  std::vector<IdleStretch> idle;
  std::vector<ActivityWork> kernels, copies;  // by start; kernels without collectives
};

struct RankActivity {
  std::vector<std::string> names;  // 0 is empty
  std::vector<DeviceActivity> devices;

  /// Null for a device without GPU events.
  [[nodiscard]] const DeviceActivity* device(std::int64_t number) const;
};

/// Of the whole trace. Cost: that of the analysis of idle time, and a pass over the GPU events.
RankActivity rank_activity(const RankTrace& trace);

}  // namespace lanescope
