// The empty space of a run opposite lanes and groups that only the other run has.
#pragma once

#include "app/panes/pane/pane.h"
#include "app/panes/timeline/overlay.h"

namespace lanescope {

/// Grounds and titles. Tells the stage where the words of draw_facing_gap_words() will be.
void draw_facing_gaps(const PaneFrame& frame, LaneStage& stage, Rect labels, Rect clip);

/// In which run it is, on top of the arrows that cross the space.
void draw_facing_gap_words(const PaneFrame& frame, const LaneStage& stage, Rect clip);

}  // namespace lanescope
