// The row of key figures at the top of the Overview tab.
#pragma once

#include "app/panes/pane/pane.h"
#include "core/view/overview/breakdown_figures.h"

namespace lanescope {

/// Height that the row needs.
float key_figures_px(const Ui& ui);

/// As many figures as there is room for; a click goes to where the figure comes from.
void draw_key_figures(const PaneFrame& frame, Rect row, const KeyFigures& figures);

}  // namespace lanescope
