// A sentence in place of what a pane has to show: that it is computed, or why there is nothing.
#pragma once

#include <string_view>

#include "app/widgets/draw/rect.h"
#include "app/widgets/draw/ui.h"

namespace lanescope {

/// Where the rows of a table would be.
void note_for_rows(const Ui& ui, Rect area, std::string_view text);

/// Where a chart would be. Lines are at most so long, before scaling; 0: as long as the area.
void note_for_chart(const Ui& ui, Rect area, std::string_view text, float longest_px = 0);

}  // namespace lanescope
