// The idle time of streams as HolisticTraceAnalysis classifies it.
#pragma once

#include <cstdint>
#include <vector>

#include "core/analysis/events/device_timeline.h"

namespace lanescope {

/// The idle time between consecutive events of one stream.
struct HtaStreamIdle {
  std::int64_t stream = -1;
  Ns host_wait_ns = 0;  // the next event was launched after the previous one had ended
  /// Launched before, and the gap is shorter than the kernel delay; may be negative.
  Ns kernel_wait_ns = 0;
  Ns other_ns = 0;
};

/// Sorted by stream. Cost: a pass over the device's events.
std::vector<HtaStreamIdle> hta_idle(const Snapshot& snapshot, const DeviceTimeline& timeline,
                                    Ns kernel_delay_ns);

}  // namespace lanescope
