// Between two runs: how much longer each of B's steps is than A's, drawn at the step's position.
#pragma once

#include <functional>

#include "app/panes/pane/pane.h"
#include "core/view/results/comparison.h"

namespace lanescope {

/// The strip's height for a style.
float delta_strip_height(const Style& style);

/// Maps a time of this run to the corresponding time of the other run.
using TimeThere = std::function<Ns(Ns)>;

/// `label` is the part next to the lane names. `strip` is above or below the lanes of frame.view
/// and has the same time scale. Within a step, also shows how far B is behind. Cost: O(visible
/// steps).
void draw_delta_strip(const PaneFrame& frame, const AlignedPair& pair, const TimeThere& there,
                      Rect label, Rect strip);

}  // namespace lanescope
