// Where the times of a trace begin, as Perfetto has none before 0.
#pragma once

#include <algorithm>

#include "core/base/time.h"
#include "core/store/snapshot.h"

namespace lanescope::perfetto {

/// The earliest time of anything; kMaxNs if the trace has nothing. Cost: a pass over the instants.
inline Ns first_time(const Snapshot& trace) {
  Ns first = kMaxNs;
  for (const Track& track : trace.tracks) {
    if (track.slices != 0) first = std::min(first, track.bounds.begin_ns);
  }
  for (const auto& counter : trace.counters) {
    if (!counter->time_ns.empty()) first = std::min(first, counter->time_ns[0]);
  }
  if (trace.instants) {
    for (const Ns time_ns : trace.instants->time_ns) first = std::min(first, time_ns);
  }
  return first;
}

}  // namespace lanescope::perfetto
