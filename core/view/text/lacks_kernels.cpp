#include "core/view/text/lacks_kernels.h"

#include <algorithm>

#include "core/analysis/events/gpu_events.h"
#include "core/analysis/host/record_advice.h"

namespace lanescope {

bool lacks_kernels(const Snapshot& trace) {
  return !has_gpu_work(trace) && (trace.complete || has_only_counters(trace));
}

bool lacks_kernels_and_counters(const Snapshot& trace) {
  return lacks_kernels(trace) && !has_only_counters(trace);
}

bool lacks_host_events(const Snapshot& trace) {
  return trace.complete && std::ranges::none_of(trace.tracks, [](const Track& track) {
           const bool host =
               track.kind == TrackKind::CpuThread || track.kind == TrackKind::ThreadSamples;
           return host && track.slices != 0;
         });
}

}  // namespace lanescope
