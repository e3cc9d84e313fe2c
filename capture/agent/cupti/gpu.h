// The agent's interface to CUPTI.
#pragma once

#include <cstdint>

#include "capture/agent/ring/channel.h"

namespace lanescope::agent {

/// Finds CUPTI, subscribes, enables what the options request, and reports the result to the viewer.
/// Called once, on a thread of the target. Returns false on failure, which leaves the target alone.
bool arm_gpu();

/// In the child after a fork: CUPTI belongs to the parent and is no longer touched.
void forget_gpu();

// The rest is called by the drain thread.

/// Makes CUPTI deliver what it holds. `forced`: including unfinished work; only at the very end.
void flush_gpu(bool forced);
/// Writes what CUPTI has delivered since the last call to `channel`. Returns the number of records.
std::uint64_t drain_gpu(Channel& channel);
/// Call once a second, after a flush: checks whether another profiler has taken the records.
void watch_for_conflict(Channel& channel, std::int64_t now);
/// The same, when it was reported by tell_conflict().
void follow_conflict(Channel& channel, wire::ConflictKind kind);
/// Whether another profiler is believed to have the records.
bool gpu_is_lost();
/// Takes the records back from the other profiler.
void take_back_gpu();
/// Records of work that starts in [from, until) are not written. `until` is INT64_MAX while the
/// interval is open.
void leave_out(std::int64_t from, std::int64_t until);
/// Stops CUPTI permanently, as far as its version allows; also if it is just being set up, or would
/// be set up later.
void stop_gpu();

/// CUPTI's clock; 0 without CUPTI.
std::int64_t gpu_clock_ns();
void add_gpu_stats(wire::StatsRecord& stats);

}  // namespace lanescope::agent
