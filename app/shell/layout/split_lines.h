// The lines between the panes, which can be dragged.
#pragma once

#include "app/shell/layout/layout.h"
#include "app/widgets/draw/ui.h"

namespace lanescope {

/// A double click on a line brings its usual place back.
void drag_lines(const Ui& ui, const Areas& areas, PaneSizes& sizes);

}  // namespace lanescope
