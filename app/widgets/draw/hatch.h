// Lines from the lower left to the upper right, for what differs from its neighbours in kind.
#pragma once

#include "app/widgets/draw/rect.h"
#include "app/widgets/draw/ui.h"

namespace lanescope {

/// As far as they can be seen, on one grid for all, so that neighbours run on into each other.
void paint_hatch(const Ui& ui, ImDrawList& list, Rect at, ImU32 color);

}  // namespace lanescope
