// The column of lane and group names at the left of the lanes.
#pragma once

#include "app/panes/pane/pane.h"
#include "app/panes/timeline/lane_drag.h"
#include "core/view/lanes/layout.h"

namespace lanescope {

/// Draws one item's label and takes the mouse: a click on a group's head or a lane's arrow folds,
/// the small buttons pin and hide. `rect` may reach out of `clip`, where scrolled items are cut.
/// Held labels are told to `drag`. True when the mouse is over it.
bool draw_lane_label(const PaneFrame& frame, const LayoutItem& item, Rect rect, Rect clip,
                     LaneDrag& drag);

}  // namespace lanescope
