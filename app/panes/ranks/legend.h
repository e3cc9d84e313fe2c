// What the colors of the rows of ranks mean: the classes of their activity, or the scale of a
// measure.
#pragma once

#include "app/panes/ranks/frame.h"

namespace lanescope {

/// The width of the whole legend, on the screen.
float ranks_legend_px(const RanksFrame& frame);
/// At the right of `room`; what does not fit there is left out.
void draw_ranks_legend(const RanksFrame& frame, Rect room);

}  // namespace lanescope
