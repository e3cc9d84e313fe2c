// Marks as flags: on the ruler, where a click goes to one, and on the overview.
#pragma once

#include "app/panes/pane/pane.h"
#include "core/view/timeline/overview_model.h"

namespace lanescope {

/// Over the ruler and, as thin lines, the lanes under it. Call after both were drawn.
void draw_mark_flags(const PaneFrame& frame, Rect ruler, Rect lanes);

/// Where the current mark's name stands on the ruler, its flag included; empty when there is none.
Rect current_mark_box(const PaneFrame& frame, Rect ruler);

/// In the strip of the overview.
void draw_overview_marks(const PaneFrame& frame, const Overview& overview, Rect strip);

}  // namespace lanescope
