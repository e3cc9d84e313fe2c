// The column of lane and group names at the left of the lanes, and what a right click offers: for
// the event under the mouse, and for its lane.
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

/// Rows of an open menu. `event` may be None.
void draw_event_menu(const PaneFrame& frame, EventId event);
void draw_lane_menu(const PaneFrame& frame, LaneRef lane);

}  // namespace lanescope
