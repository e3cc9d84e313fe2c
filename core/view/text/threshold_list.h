// The thresholds as a list to look through and to change.
#pragma once

#include <string_view>
#include <vector>

#include "core/analysis/events/thresholds.h"

namespace lanescope {

/// Those whose name, meaning or group contains a text, case ignored, in the order of the table.
std::vector<const Threshold*> find_thresholds(std::string_view text);

}  // namespace lanescope
