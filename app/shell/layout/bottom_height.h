// How high the bottom panes are.
#pragma once

#include "app/shell/layout/layout.h"

namespace lanescope {

/// The height of the bottom panes with their tabs, in layout units: what the user has given them,
/// else more in a high window, where the lanes have enough. Lower windows may have less room.
float bottom_height(const PaneSizes& sizes, float screen_px, const Style& style);

/// The sizes in a window with a file of allocations only: its lanes are little more than a curve,
/// and what the curve consists of is in the chart below, so the bottom panes have half of the
/// window unless the user has given them a height.
PaneSizes sizes_for_allocations(const PaneSizes& sizes, float screen_px, const Style& style);

/// The sizes in a window with two runs: a comparison has more above and below its rows than other
/// tables, so from a usual height on its tab has more room.
PaneSizes sizes_for_runs(const PaneSizes& sizes, float screen_px, const Style& style);

}  // namespace lanescope
