// The drain thread, which writes channel 0: collects CUPTI's records, writes them, and reports the
// agent's statistics once a second.
#pragma once

#include <cstdint>

#include "capture/wire/records.h"

namespace lanescope::agent {

/// Call after the channels are attached. False: no thread could be created.
bool start_drain();
/// In the child after a fork; the thread exists only in the parent.
void forget_drain();

/// Any thread, never blocks.
void wake_drain();

enum class Request : std::uint32_t {
  Flush = 1,
  Stop = 2,  // flush, notify the viewer, stop recording
  End = 4,   // the process is exiting: also flush unfinished work
  Gone = 8,  // the viewer is gone: stop recording and release the ring
};
/// Submits a request to the drain thread and returns at once. Returns a number for wait_done.
std::uint64_t request(Request what);
/// False: not done within `most_ns`.
bool wait_done(std::uint64_t request, std::int64_t most_ns);

/// Reports that another profiler has taken CUPTI's records or given them back. Any thread.
void tell_conflict(wire::ConflictKind kind);

/// The viewer requested a pause or resume by message; the flag in the ring is checked separately.
void want_paused(bool paused);

/// `call` is called once recording has stopped permanently while the process keeps running.
void when_stopped(void (*call)());

}  // namespace lanescope::agent
