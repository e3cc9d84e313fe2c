// The row of key figures at the top of the Overview tab.
#pragma once

#include "app/panes/pane/pane.h"
#include "core/view/overview/breakdown_figures.h"

namespace lanescope {

/// The height of the row.
float key_figures_px(const Ui& ui);

/// As many figures as fit; a click goes to the figure's source.
void draw_key_figures(const PaneFrame& frame, Rect row, const KeyFigures& figures);

}  // namespace lanescope
