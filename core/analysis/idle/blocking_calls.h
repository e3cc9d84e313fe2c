// The calls that hold a host thread until the GPU is done, beyond those that are made for it.
#pragma once

#include <string_view>
#include <vector>

#include "core/analysis/idle/host_activity.h"
#include "core/analysis/idle/sync.h"
#include "core/store/snapshot.h"

namespace lanescope {

/// What a thread does in a row with one event: cudaEventQuery, again and again.
struct PollingLoop {
  TrackId track = TrackId::None;
  EventId first = EventId::None;
  TimeRange range;
  std::uint64_t calls = 0;
};

struct BlockingCalls {
  /// Those in the window, by thread and start. Their costs are not filled in.
  std::vector<SyncCall> calls;
  /// Calls inside one of them, and that one: sorted by the inner.
  std::vector<std::pair<EventId, EventId>> inside;
  std::vector<PollingLoop> loops;
  EventId profiler_stop = EventId::None;
  bool has_host_calls = false;

  /// The call itself, or the one it lies in.
  [[nodiscard]] EventId outermost(EventId call) const;
};

/// A pass over the host threads and a look-up for each copy.
BlockingCalls collect_blocking_calls(const Snapshot& snapshot, const AnalysisWindow& window,
                                     HostActivities& activities);

}  // namespace lanescope
