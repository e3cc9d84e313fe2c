// The tracks of a thread that was sampled from outside: its Python functions, and its states.
#pragma once

#include <set>
#include <vector>

#include "core/store/snapshot.h"

namespace lanescope {

/// Whether two tracks belong to one thread.
bool is_same_thread(const Track& a, const Track& b);

struct SampledThread {
  const Track* samples = nullptr;  // null: it was never seen in Python
  const Track* states = nullptr;

  [[nodiscard]] const Track& any() const { return states != nullptr ? *states : *samples; }
};

/// The samples of a thread, by any of its tracks. Cost: O(tracks).
SampledThread sampled_thread(const Snapshot& snapshot, const Track& thread);

/// Processes of profiles that were laid beside the trace where it has samples of the same ones, or
/// may have: sums must not count both. Cost: O(tracks).
std::set<StringId> repeated_processes(const Snapshot& snapshot);

/// Those with samples, without repeated_processes(), in the order of their tracks. Complete
/// snapshots only. Cost: O(tracks).
std::vector<SampledThread> sampled_threads(const Snapshot& snapshot);

/// The line that a track of samples has at a time; None if it has none. Cost: log(slices) for each
/// row.
EventId sampled_line_at(const Snapshot& snapshot, const Track& samples, Ns time_ns);

/// When a thread ran, by its states, merged and in order; without states, where only what runs was
/// sampled, by its samples. `thread` is any of its tracks. Cost: O(tracks), and a pass over them.
std::vector<TimeRange> running_times(const Snapshot& snapshot, const Track& thread);

/// Whether the scheduler's switches were recorded, so that a thread that runs has a CPU: then a
/// thread is runnable at times, or has native stacks, which come with them. Otherwise one that runs
/// may as well be ready, and for how long is unknown. Cost: a pass over the samples up to the first
/// such slice.
bool has_thread_switches(const Snapshot& snapshot);

}  // namespace lanescope
