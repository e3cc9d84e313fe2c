// How high the bottom panes are.
#pragma once

#include "app/shell/layout/layout.h"

namespace lanescope {

/// The height of the bottom panes with their tabs, in layout units: what the user has given them,
/// else more in a high window, where the lanes have enough. Lower windows may have less room.
float bottom_height(const PaneSizes& sizes, float screen_px, const Style& style);

}  // namespace lanescope
