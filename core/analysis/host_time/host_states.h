// What a sampled thread does, in a few classes: of its states, of its time, and of a whole program
// the thread that matters most.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "core/analysis/events/covered_time.h"
#include "core/analysis/host_time/host_time.h"
#include "core/store/thread_state.h"

namespace lanescope {

enum class HostState : std::uint8_t {
  Running,
  Runnable,  // waiting for a CPU
  Gil,
  Lock,
  Disk,
  Channel,  // pipes, sockets, and polling for them
  Sleep,
  PageFault,
  EventLoop,    // an event loop that has nothing to do
  OtherThread,  // its end, or what it puts into a queue or sets; states alone look like a lock
  Other,
};
inline constexpr std::size_t kHostStates = static_cast<std::size_t>(HostState::Other) + 1;

/// By the name of the system call, and whether it is about a path: "read /data/a.bin" waits for a
/// disk, "read pipe" for another process.
HostState host_state_of(const ThreadState& state);

/// The same for a wait, of which it is known whether it is for another thread.
HostState host_state_of(const Snapshot& snapshot, const HostWait& wait);
/// What a thread waits for: "waiting for another thread", "lock (futex)", else the state's name:
/// "read /data/a.bin". The same in the window and in reports.
std::string wait_title(const Snapshot& snapshot, const HostWait& wait);

/// Whether a stretch of a thread's states is a wait for another thread, though by its name it is
/// one for a lock: if for most of it the thread is in a function that only waits for others.
/// `awaiting`: when it is, see waits_for_threads(). The one rule for sums, findings and lanes.
/// Cost: log(awaiting).
bool is_wait_for_thread(const ThreadState& state, const TimeRange& stretch,
                        const CoveredTime& awaiting);

/// "waiting for a CPU", "disk".
std::string_view host_state_title(HostState state);

/// "running"; "running or waiting for a CPU" unless `switched`: see has_thread_switches().
std::string_view running_title(bool switched);

/// The time of one thread by class; the sum is its sampled time. Cost: O(waits).
std::array<Ns, kHostStates> host_states(const Snapshot& snapshot, const HostTime& time,
                                        std::uint32_t thread);

/// The thread to judge a program by: of the main threads that ran Python the one sampled for
/// longest; without any, the thread that ran for longest. Index in HostTime::threads; nullopt if
/// there is none. Cost: O(threads * tracks).
std::optional<std::uint32_t> leading_host_thread(const Snapshot& snapshot, const HostTime& time);

/// The Python line at which a thread waited most like this, or if no line is known the innermost
/// function at the longest stretch; EventId::None if it was in no Python code. Cost: O(tracks) +
/// log(slices).
EventId code_of_wait(const Snapshot& snapshot, const HostWait& wait);

}  // namespace lanescope
