// The button at the right end of the bottom tabs that gives them the room of the lanes, or gives it
// back.
#pragma once

#include "app/panes/pane/pane.h"
#include "app/shell/layout/layout.h"

namespace lanescope {

/// Cuts "Maximize", or "Restore" while the tabs are maximized, off the right end of `row`.
void draw_maximize_button(const Ui& ui, const KeyTexts& keys, Rect& row, PaneSizes& sizes);

}  // namespace lanescope
