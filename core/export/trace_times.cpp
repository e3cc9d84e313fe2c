#include "core/export/trace_times.h"

#include <cstddef>
#include <cstdint>

#include "core/base/check.h"

namespace lanescope {
namespace {

/// Those of a track are in the order of time.
void include_instants(const InstantTable& table, TimeRange& times) {
  for (std::size_t t = 0; t + 1 < table.track_begin.size(); ++t) {
    const std::uint32_t begin = table.track_begin[t], end = table.track_begin[t + 1];
    if (begin < end) times.include({table.time_ns[begin], table.time_ns[end - 1]});
  }
}

}  // namespace

TimeRange trace_times(const Snapshot& trace) {
  TimeRange times{kMaxNs, kMinNs};
  for (const Track& track : trace.tracks) {
    if (track.slices != 0) times.include(track.bounds);
  }
  for (const auto& counter : trace.counters) {
    const std::size_t samples = counter->time_ns.size();
    LANESCOPE_CHECK(samples != 0, "a sample in a curve of {} events", counter->events);
    times.include({counter->time_ns[0], counter->time_ns[samples - 1]});
  }
  if (trace.instants) include_instants(*trace.instants, times);
  if (trace.flows) {
    for (const Ns time_ns : trace.flows->time_ns) times.include({time_ns, time_ns});
  }
  return times;
}

}  // namespace lanescope
