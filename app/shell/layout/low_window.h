// Windows too low for everything around the lanes.
#pragma once

#include "app/widgets/draw/style.h"

namespace lanescope {

/// Whether the lanes of a window would have less than their least height. It has no status line and
/// no overview above the lanes, and its tabs are lower.
bool is_low(float height_px, const Style& style);

}  // namespace lanescope
