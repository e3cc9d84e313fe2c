// The arrow beside what can be folded.
#pragma once

#include "app/widgets/draw/ui.h"

namespace lanescope {

/// A small triangle: down when open, right when folded.
void draw_fold_arrow(const Ui& ui, ImVec2 center, bool folded, ImU32 color);

}  // namespace lanescope
