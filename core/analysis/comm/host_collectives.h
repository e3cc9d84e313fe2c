// Collectives that run on the host, such as those of gloo, in traces without GPU events.
#pragma once

#include <optional>

#include "core/analysis/events/device_timeline.h"
#include "core/analysis/events/window.h"
#include "core/store/snapshot.h"

namespace lanescope {

/// The host as if it were a device, number -1: the ranges around its collectives as communication,
/// and operators as what computes. nullopt without collectives. Cost: a pass over the host's
/// slices, and a second one over those of a trace with collectives.
std::optional<DeviceTimeline> host_timeline(const Snapshot& snapshot, const AnalysisWindow& window);

}  // namespace lanescope
