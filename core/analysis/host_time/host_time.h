// What host threads did with their time, from samples that were taken from outside: running or
// waiting, for what, who held the GIL, and which Python functions and lines, or functions of
// machine code, it was.
#pragma once

#include <cstdint>
#include <stop_token>
#include <vector>

#include "core/analysis/events/window.h"
#include "core/store/snapshot.h"

namespace lanescope {

struct HostThreadTime {
  TrackId track = TrackId::None;       // of its states
  StringId process = StringId::Empty;  // pid and tid as text
  StringId thread = StringId::Empty;
  StringId process_name = StringId::Empty;
  StringId name = StringId::Empty;
  Ns sampled_ns = 0;   // all of the following, without overlap
  Ns running_ns = 0;   // on a CPU; where switches were not recorded also waiting for one
  Ns runnable_ns = 0;  // waiting for a CPU; 0 where switches were not recorded
  Ns gil_wait_ns = 0;  // waiting for the GIL
  Ns other_wait_ns = 0;
  Ns gil_held_ns = 0;  // of the sampled time, whatever it did meanwhile
};

/// All stretches of one thread with the same reason to wait.
struct HostWait {
  std::uint32_t thread = 0;          // index in HostTime::threads
  StringId state = StringId::Empty;  // the name of the longest; parse_thread_state() has the reason
  Ns total_ns = 0;
  Ns gil_held_ns = 0;  // of it, while other threads could not have the GIL
  std::uint64_t count = 0;
  EventId longest = EventId::None;
  Ns longest_ns = 0;  // no more than the total: if inferred, less than the event may have
  /// Of the Python line at which it waited most, the longest stretch, and how long it waited there
  /// in all; `longest` and 0 if no line is known.
  EventId at_top_line = EventId::None;
  Ns top_line_ns = 0;
  /// Its state is that of a lock, but it waits for another thread: see waits_for_threads().
  bool for_thread = false;
  /// No sample has hit these waits: they are for what short ones at the same lines are for that
  /// were hit, in their shares (see UnseenWaits). `state` is one of those.
  bool inferred = false;
};

/// A Python function, a line, or a function of machine code, of all threads. Times are summed over
/// threads, so that they can exceed the duration of the window.
struct SampledCode {
  StringId name = StringId::Empty;
  Ns total_ns = 0;    // with the functions that it calls; a recursive call counts once
  Ns self_ns = 0;     // without them; for a line the same as total_ns
  Ns running_ns = 0;  // of total_ns, while its thread ran
  Ns self_running_ns = 0;
  /// With the GIL held, in Python or in code that keeps it: running or waiting for a CPU, and
  /// running alone.
  Ns self_held_ns = 0, self_held_running_ns = 0;
  std::uint32_t threads = 0;
  /// Of a function: the thread with most of self_held_running_ns, an index in HostTime::threads,
  /// and how much it has. 0 ns if no thread ran in it with the GIL.
  std::uint32_t top_thread = 0;
  Ns top_thread_held_running_ns = 0;
  EventId longest = EventId::None;
  Ns longest_ns = 0;
  StringId top_line = StringId::Empty;  // of a function: the line with most of its self time
  EventId top_line_event = EventId::None;
};

struct HostTime {
  std::vector<HostThreadTime> threads;  // in the order of their tracks
  std::vector<HostWait> waits;          // by thread, the longest first; without overlap
  std::vector<SampledCode> functions;   // by self time, the longest first
  std::vector<SampledCode> lines;
  /// Machine code. Its time is that of a Python function as well, if it was called from one.
  std::vector<SampledCode> native_functions;
  /// Of the sampled time of all threads, that in which context switches were not recorded, and how
  /// much of it they ran: by samples alone, and without functions of machine code.
  Ns switch_gap_ns = 0, switch_gap_running_ns = 0;
};

/// Times are clipped to the window. Pure; complete snapshots only. Cost: a pass over the samples,
/// with a lookup for each. After a stop, the result is incomplete.
HostTime analyse_host_time(const Snapshot& snapshot, const AnalysisWindow& window,
                           const std::stop_token& stop = {});

}  // namespace lanescope
