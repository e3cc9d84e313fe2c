// Calls that block a host thread until the GPU is done, including those not meant as
// synchronization, and the waits of JAX, which are operators and Python functions.
#pragma once

#include <string_view>
#include <vector>

#include "core/analysis/idle/host_activity.h"
#include "core/analysis/idle/sync.h"
#include "core/store/snapshot.h"

namespace lanescope {

/// Consecutive cudaEventQuery calls of one thread, which poll an event without long pauses. A
/// thread that sleeps in between, as NCCL's watchdog does, checks now and then rather than waits.
struct PollingLoop {
  TrackId track = TrackId::None;
  EventId first = EventId::None;
  TimeRange range;
  std::uint64_t calls = 0;
};

struct BlockingCalls {
  /// Those in the window, by thread and start. Their `cost` and `waited_for` are not set.
  std::vector<SyncCall> calls;
  /// (inner, outer): blocking calls nested in one of `calls`, sorted by the inner call.
  std::vector<std::pair<EventId, EventId>> inside;
  std::vector<PollingLoop> loops;
  EventId profiler_stop = EventId::None;
  bool has_host_calls = false;

  /// The call itself, or the blocking call that contains it.
  [[nodiscard]] EventId outermost(EventId call) const;
};

/// Cost: a pass over the host threads and a lookup for each copy.
BlockingCalls collect_blocking_calls(const Snapshot& snapshot, const AnalysisWindow& window,
                                     const HostActivities& activities);

}  // namespace lanescope
