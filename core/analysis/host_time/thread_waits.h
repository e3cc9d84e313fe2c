// When a thread waits for another one of its process: for its end, or for what it puts into a queue
// or sets; and when a worker process waits for its next task. The kernel calls it the wait for a
// futex, like that for a lock that somebody holds.
#pragma once

#include <string_view>
#include <vector>

#include "core/store/snapshot.h"

namespace lanescope {

/// Whether a Python function itself only waits for another thread: "threading.py(1087):
/// Thread.join", and Condition.wait, which queues, events and futures wait in.
bool waits_for_thread(std::string_view function);

/// When such a function is the innermost one, merged. `samples`: the thread's Python functions.
/// Cost: a pass over them.
std::vector<TimeRange> waits_for_threads(const Snapshot& snapshot, const Track& samples);

/// The same of the samples in one range, and clipped to it. Cost: log(slices) for each row, and the
/// slices in the range.
std::vector<TimeRange> waits_for_threads(const Snapshot& snapshot, const Track& samples,
                                         const TimeRange& within);

/// When a process is in multiprocessing's Queue.get or SimpleQueue.get, merged. Only one process at
/// a time reads the pipe of a queue, and the others wait for its lock: what they all wait for is a
/// task. Cost: a pass over the samples.
std::vector<TimeRange> waits_for_tasks(const Snapshot& snapshot, const Track& samples);

}  // namespace lanescope
