// The arrows of the selected event as SVG.
#pragma once

#include "core/view/events/flow_model.h"
#include "core/view/svg/timeline.h"
#include "core/view/svg/writer.h"

namespace lanescope {

/// Draws the flow arrows of the event that was selected last whose ends are on lanes of the layout.
/// `lanes` is the area of all lanes, the pinned ones at its top; what is outside is clipped.
void draw_svg_arrows(const SvgTimeline& picture, SvgBox lanes, SvgWriter& out);

}  // namespace lanescope
