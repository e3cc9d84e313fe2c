// How a change is marked: its direction by a triangle, whether it is for the worse by filling that,
// and both by color, too.
#pragma once

#include "app/panes/history/frame.h"

namespace lanescope {

ImU32 mark_color(const HistoryFrame& frame, const HistoryMark& mark);

/// A vertical line of dashes.
void draw_dashes(const Ui& ui, float x, float y0, float y1, ImU32 color);

/// Pointing up for what rises; filled if that is worse, else only outlined.
void draw_change_sign(const Ui& ui, ImVec2 center, const HistoryMark& mark, ImU32 color);

}  // namespace lanescope
