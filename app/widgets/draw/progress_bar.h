// A thin bar that fills from left to right.
#pragma once

#include "app/widgets/draw/ui.h"

namespace lanescope {

/// `share` is 0 … 1.
void draw_progress_bar(const Ui& ui, ImDrawList& list, Rect bar, float share);

}  // namespace lanescope
