// Bookmarks as flags: on the ruler, where a click goes to one, and on the overview.
#pragma once

#include "app/panes/pane/pane.h"
#include "core/view/timeline/overview_model.h"

namespace lanescope {

/// Draws flags on the ruler, and thin lines on the lanes below. Call after both were drawn.
void draw_mark_flags(const PaneFrame& frame, Rect ruler, Rect lanes);

/// The area of the current mark's name and flag on the ruler; empty if there is none.
Rect current_mark_box(const PaneFrame& frame, Rect ruler);

/// In the overview strip.
void draw_overview_marks(const PaneFrame& frame, const Overview& overview, Rect strip);

}  // namespace lanescope
