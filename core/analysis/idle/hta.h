// The idle time of streams as HolisticTraceAnalysis accounts for it.
#pragma once

#include <cstdint>
#include <vector>

#include "core/analysis/events/device_timeline.h"

namespace lanescope {

/// One stream, by the order of its events.
struct HtaStreamIdle {
  std::int64_t stream = -1;
  Ns host_wait_ns = 0;    // launched after the previous event had ended
  Ns kernel_wait_ns = 0;  // else, and shorter than the kernel delay; may be negative
  Ns other_ns = 0;
};

/// By stream. Cost: a pass over the device's events.
std::vector<HtaStreamIdle> hta_idle(const Snapshot& snapshot, const DeviceTimeline& timeline,
                                    Ns kernel_delay_ns);

}  // namespace lanescope
