// What a right click offers: for the event under the mouse, and for its lane.
#pragma once

#include "app/panes/pane/pane.h"

namespace lanescope {

/// Rows of an open menu. `event` may be None.
void draw_event_menu(const PaneFrame& frame, EventId event);
void draw_lane_menu(const PaneFrame& frame, LaneRef lane);

}  // namespace lanescope
