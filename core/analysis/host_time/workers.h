// What the processes that a process started did while it waited: data loader workers, pools.
#pragma once

#include <cstddef>
#include <map>
#include <span>
#include <vector>

#include "core/analysis/host_time/host_time.h"
#include "core/store/snapshot.h"
#include "core/store/thread_state.h"

namespace lanescope {

/// The main thread of a process, during the ranges.
struct WorkerTime {
  TrackId track = TrackId::None;
  StringId process = StringId::Empty;  // pid as text
  StringId name = StringId::Empty;     // of the thread
  Ns running_ns = 0;
  Ns runnable_ns = 0;  // it could run, but other threads had the CPUs
  /// Blocked, or sending its results. Not waiting for work, which is all the rest.
  Ns blocked_ns = 0;
  StringId blocked_in = StringId::Empty;  // the state with most of it: "read /data/a.bin"
  EventId blocked_at = EventId::None;     // its longest stretch
  Ns blocked_most_ns = 0;
  StringId line = StringId::Empty;  // the Python line with most of the time running or blocked
  EventId line_event = EventId::None;
  Ns line_ns = 0;
  std::vector<TimeRange> busy;  // when it ran or was blocked, within the ranges; merged
  TimeRange life;               // from its first state to its last

  [[nodiscard]] Ns busy_ns() const {
    return saturating_add(saturating_add(running_ns, runnable_ns), blocked_ns);
  }
};

/// The descendants of a process that did anything during the ranges, the busiest first. Only
/// recordings know who started a process; otherwise there are none. `ranges` are sorted and
/// disjoint. Cost: a pass over the samples of those threads, with a lookup for each.
std::vector<WorkerTime> workers_during(const Snapshot& snapshot, const HostTime& time,
                                       StringId process, std::span<const TimeRange> ranges);

/// Whether that is a wait for a process to end.
bool waits_for_end(const ThreadState& state);
/// Whether that may be a wait for another process or thread.
bool waits_for_other(const ThreadState& state);

/// When a thread waits for another process or thread: for a lock, a pipe, a socket or the end of a
/// process. Merged. `thread` is any of its tracks. Cost: a pass over its states.
std::vector<TimeRange> waits_for_others(const Snapshot& snapshot, const Track& thread);

/// Of the ranges for which the workers were asked.
struct WorkersTogether {
  Ns any_ns = 0;                       // at least one was busy
  std::map<std::size_t, Ns> alone_ns;  // by worker: it alone was, while others were there
};
/// Cost: O(n log n) of their busy times.
WorkersTogether workers_together(std::span<const WorkerTime> workers);

}  // namespace lanescope
