// What one rank's GPUs did over time, to compare a late rank with the others.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

#include "core/analysis/host/idle_class.h"
#include "core/ranks/rank_trace.h"

namespace lanescope {

struct IdleStretch {
  TimeRange range;
  IdleClass what = IdleClass::Untraced;
  EventId culprit = EventId::None;
  std::uint32_t name = 0;  // of the culprit; 0: unknown
};

/// A compute kernel, or a copy or fill; of a summary, several of them.
struct ActivityWork {
  TimeRange range;
  EventId event = EventId::None;
  std::uint32_t name = 0;           // its own name
  std::uint32_t operator_name = 0;  // the operator that launched it; 0: unknown
  std::int64_t count = 1;
};

/// Times are on the trace's own clock.
struct DeviceActivity {
  std::int64_t device = -1;  // -1: the host
  // The three lists are sorted and do not overlap. Together with `idle` they cover the time from
  // the first GPU event or step to the last GPU event, except pauses of the recording. Without GPU
  // events, but with collectives on the host: from the first to the last slice of the trace, and
  // `idle` is what the thread of the training loop did outside exposed communication.
  std::vector<TimeRange> compute;
  std::vector<TimeRange> exposed_comm;    // no overlap with computation
  std::vector<TimeRange> exposed_memory;  // no overlap with computation or communication
  std::vector<IdleStretch> idle;
  std::vector<ActivityWork> kernels, copies;  // by start; collectives are not included
};

struct RankActivity {
  std::vector<std::string> names;  // names[0] is empty
  std::vector<DeviceActivity> devices;

  /// Null if the device has no GPU events.
  [[nodiscard]] const DeviceActivity* device(std::int64_t number) const;
};

/// Covers the entire trace. Cost: the idle analysis, and a pass over the GPU events; without any,
/// that of step_activity.
RankActivity rank_activity(const RankTrace& trace);

}  // namespace lanescope
