// The critical path over the lanes: the buttons that show it, and the lines along which it goes
// from lane to lane.
#pragma once

#include "app/panes/pane/pane.h"
#include "app/panes/timeline/overlay.h"

namespace lanescope {

/// "Critical path" and, while that is on, "Only critical"; what does not fit is left out.
void draw_path_buttons(const PaneFrame& frame, Rect row);

/// Hairlines where it goes on in another row. They fade and vanish where there are too many to be
/// told apart. Cost: O(lines drawn * lanes).
void draw_path_turns(const PaneFrame& frame, const LaneStage& stage);

}  // namespace lanescope
