// The thresholds as a list to browse and edit.
#pragma once

#include <string_view>
#include <vector>

#include "core/analysis/events/thresholds.h"

namespace lanescope {

/// Those whose name, meaning or group contains `text`, case ignored, in table order.
std::vector<const Threshold*> find_thresholds(std::string_view text);

}  // namespace lanescope
