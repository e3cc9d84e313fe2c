// Captures the lanes in view, for a picture that is drawn elsewhere.
#pragma once

#include "app/shell/panes/trace_panes.h"
#include "app/widgets/draw/style.h"
#include "core/view/colors/role_palette.h"
#include "core/view/svg/timeline.h"

namespace lanescope {

/// Everything the SVG needs, as drawn in the last frame. `theme` must be the theme of `style`.
/// Cost: a copy of the lane tree.
SvgTimeline view_picture(OpenTrace& trace, const Style& style, ThemeKind theme);

}  // namespace lanescope
