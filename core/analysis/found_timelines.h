// The timelines of a window, which are found in those of the entire trace where these are known.
#pragma once

#include "core/analysis/events/device_timeline.h"
#include "core/analysis/results.h"

namespace lanescope {

/// DeviceTimelines for the window of `in`. Cost: that of device_timelines(); where others have
/// asked for those of the entire trace, a copy of them.
DeviceTimelines find_device_timelines(const AnalysisResults& in);

}  // namespace lanescope
