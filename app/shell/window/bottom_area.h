// The tabs at the bottom and the pane that is open.
#pragma once

#include "app/panes/pane/pane.h"
#include "app/shell/layout/layout.h"
#include "app/shell/panes/trace_panes.h"

namespace lanescope {

/// A click on a tab opens it, and unfolds the bottom.
void draw_bottom(const PaneFrame& frame, const Areas& areas, OpenTrace& trace, PaneSizes& sizes);

}  // namespace lanescope
