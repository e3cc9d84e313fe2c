// The arguments of events of recordings, as a trace of one process has them.
#pragma once

#include "core/base/text/json_value.h"
#include "core/store/snapshot.h"

namespace lanescope {

/// Each process of a recording numbers its own calls, with 64 bits, and GPU work launched by a call
/// within a call has the number of the inner one. In a trace, each call has one 32-bit number, and
/// work without a launch has 0. A GPU with separate tracks for each process is a single device.
/// `call`: the event itself, or its launch.
JsonObject recorded_args(const Track& track, JsonObject args, EventId call);

}  // namespace lanescope
