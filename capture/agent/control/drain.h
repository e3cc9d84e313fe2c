// The thread that writes channel 0: asks CUPTI for its records, writes them, and tells once a
// second how the agent does.
#pragma once

#include <cstdint>

#include "capture/wire/records.h"

namespace lanescope::agent {

/// False: no thread could be made. The channels are attached.
bool start_drain();
/// In the child after a fork: the thread is the parent's.
void forget_drain();

/// Any thread, never blocks.
void wake_drain();

enum class Request : std::uint32_t {
  Flush = 1,
  Stop = 2,  // flush, tell the viewer, record no more
  End = 4,   // the process ends: the same, with what has not ended yet
  Gone = 8,  // there is no viewer any more: record no more, and give the ring back
};
/// Asks the drain thread for something and returns at once; the number is for wait_done.
std::uint64_t request(Request what);
/// False: not done within `most_ns`.
bool wait_done(std::uint64_t request, std::int64_t most_ns);

/// Somebody knows that another profiler has CUPTI's records or has given them up. Any thread.
void tell_conflict(wire::ConflictKind kind);

/// The viewer's wish by message; the ring's flag is looked at besides.
void want_paused(bool paused);

/// `call` is made once recording has ended for good while the process lives on.
void when_stopped(void (*call)());

}  // namespace lanescope::agent
