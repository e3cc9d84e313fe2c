// The main thread of a process, and when it has nothing to do.
#pragma once

#include <cstdint>
#include <optional>

#include "core/analysis/host_time/host_time.h"

namespace lanescope {

/// Its number is that of its process.
bool is_main_thread(const Snapshot& snapshot, const HostThreadTime& thread);
/// Of a process, an index in HostTime::threads; nullopt if it was not sampled. Cost: O(threads).
std::optional<std::uint32_t> main_thread(const Snapshot& snapshot, const HostTime& time,
                                         StringId process);

/// Whether a wait is that of a thread which has nothing to do until something happens: it sleeps,
/// waits for a signal, another thread or whichever of its files is ready first, or its event loop
/// is idle. A wait for an answer, for a lock or for the disk is none.
bool is_idle_wait(const Snapshot& snapshot, const HostWait& wait);
/// How long a thread, an index in HostTime::threads, waits like that. Cost: O(waits).
Ns idle_ns(const Snapshot& snapshot, const HostTime& time, std::uint32_t thread);
/// Whether a thread does so for most of its time. If it is the main thread, as that of many a
/// server, the other threads are the program.
bool is_mostly_idle(const Snapshot& snapshot, const HostTime& time, std::uint32_t thread);

}  // namespace lanescope
