// The column of lane and group names to the left of the lanes, and the context menus for the event
// under the mouse and for its lane.
#pragma once

#include <string>

#include "app/panes/pane/pane.h"
#include "app/panes/timeline/lane_drag.h"
#include "core/view/lanes/layout.h"

namespace lanescope {

/// Draws an item's label and handles the mouse: a click on a group's header or a lane's arrow
/// folds, the small buttons pin and hide. `rect` may extend beyond `clip`, which clips scrolled
/// items. Passes held labels to `drag`. True if the mouse is over the label.
bool draw_lane_label(const PaneFrame& frame, const LayoutItem& item, Rect rect, Rect clip,
                     LaneDrag& drag);

/// An expression that finds events with exactly that name, as far as quoting allows.
std::string search_for(const std::string& name);

/// The rows of an open menu. `event` may be None.
void draw_event_menu(const PaneFrame& frame, EventId event);
void draw_lane_menu(const PaneFrame& frame, LaneRef lane);

}  // namespace lanescope
