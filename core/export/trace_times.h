// When the first and the last of a trace are.
#pragma once

#include "core/base/time.h"
#include "core/store/snapshot.h"

namespace lanescope {

/// From the earliest time of anything to the latest, ends of slices included; unlike
/// Snapshot::extent also of instants, arrows and the profiler's own rows. {kMaxNs, kMinNs} if there
/// is nothing. Cost: a pass over the tracks and the arrows.
TimeRange trace_times(const Snapshot& trace);

}  // namespace lanescope
