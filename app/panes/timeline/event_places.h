// Where things are among the lanes on the screen, for what is drawn over them.
#pragma once

#include "app/panes/pane/trace_view.h"
#include "app/widgets/draw/rect.h"

namespace lanescope {

/// The selected event, cut to the lanes; empty if nothing is selected or it is out of view. `lanes`
/// is their area in the last frame.
Rect selected_place(TraceView& view, Rect lanes);

/// If details over the lanes hide the selected event or gap, glides by the least that shows it
/// beside them. Does nothing if it is out of view.
void uncover_selected(TraceView& view);

/// Around the lanes of GPU streams that are in view; empty if none is. Cost: O(lanes).
Rect gpu_lanes_place(TraceView& view, Rect lanes);

}  // namespace lanescope
