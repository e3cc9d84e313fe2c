// CUPTI's side of the agent, as the rest of it sees it.
#pragma once

#include <cstdint>

#include "capture/agent/ring/channel.h"

namespace lanescope::agent {

/// Finds CUPTI, subscribes and enables what the options ask for; tells the viewer what came of it.
/// On a thread of the target, once; a failure leaves the target alone and is false.
bool arm_gpu();

/// In the child after a fork: CUPTI is the parent's and not touched any more.
void forget_gpu();

// The rest is called by the drain thread.

/// Asks CUPTI for what it holds. `forced`: also for work that has not ended; at the very end only.
void flush_gpu(bool forced);
/// Writes what CUPTI has delivered since to `channel`. The number of records.
std::uint64_t drain_gpu(Channel& channel);
/// Once a second, after a flush: has another profiler taken the records?
void watch_for_conflict(Channel& channel, std::int64_t now);
/// The same, from somebody who knows.
void follow_conflict(Channel& channel, wire::ConflictKind kind);
/// Has another profiler the records, as far as is known?
bool gpu_is_lost();
/// Takes the records back from it.
void take_back_gpu();
/// Records of work that starts within are not written. `until` is INT64_MAX while it lasts.
void leave_out(std::int64_t from, std::int64_t until);
/// Ends it for good, as far as the version of CUPTI allows; also of a CUPTI that is only just being
/// armed, or would be later.
void stop_gpu();

/// CUPTI's clock; 0: no CUPTI.
std::int64_t gpu_clock_ns();
void add_gpu_stats(wire::StatsRecord& stats);

}  // namespace lanescope::agent
