// The lanes in view, as something that draws a picture elsewhere.
#pragma once

#include "app/shell/panes/trace_panes.h"
#include "app/widgets/draw/style.h"
#include "core/view/colors/role_palette.h"
#include "core/view/svg/timeline.h"

namespace lanescope {

/// All that the SVG needs, as drawn in the last frame. `theme` is that of `style`. Cost: a copy of
/// the lane tree.
SvgTimeline view_picture(OpenTrace& trace, const Style& style, ThemeKind theme);

}  // namespace lanescope
