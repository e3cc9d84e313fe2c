// The lanes in view, as something that draws a picture elsewhere.
#pragma once

#include "app/shell/open_trace.h"
#include "app/widgets/style.h"
#include "core/view/role_palette.h"
#include "core/view/svg_timeline.h"

namespace lanescope {

/// All that the SVG needs, as drawn in the last frame. `theme` is that of `style`. Cost: a copy of
/// the lane tree.
SvgTimeline view_picture(OpenTrace& trace, const Style& style, ThemeKind theme);

}  // namespace lanescope
