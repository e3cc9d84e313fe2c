// The tabs at the bottom and the pane that is open.
#pragma once

#include <string>

#include "app/panes/pane/pane.h"
#include "app/shell/layout/layout.h"
#include "app/shell/panes/trace_panes.h"

namespace lanescope {

/// "As of 12.4 s, still recording"; empty when the panes are about all there is.
std::string recorded_until_text(const TraceView& view);

/// Cuts the note off the right end of `row`, as long as it does not reach left of `from_x`; a
/// button that asks for more where that takes too long to happen by itself.
void draw_recorded_until(const PaneFrame& frame, Rect& row, float from_x);

/// A click on a tab opens it, and unfolds the bottom.
void draw_bottom(const PaneFrame& frame, const Areas& areas, OpenTrace& trace, PaneSizes& sizes);

}  // namespace lanescope
