// The lines above the roofline chart: how much time is bound by what, in the colors of the chart,
// and what the chart does not have.
#pragma once

#include "app/panes/pane/pane.h"
#include "core/view/tables/roofline/roofline_picture.h"

namespace lanescope {

/// Cuts its lines off the top of `area`: one as a rule, more where not all fits into it and the
/// chart below has the height for that. What still does not fit is cut short.
void draw_roofline_head(const PaneFrame& frame, Rect& area, const RooflinePicture& picture);

/// The color of the points that are limited by it.
ImU32 color_of(const PaneFrame& frame, RooflineBound bound);

}  // namespace lanescope
