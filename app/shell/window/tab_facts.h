// The words at the right end of the tabs, about the open one.
#pragma once

#include <string_view>

#include "app/panes/pane/pane.h"

namespace lanescope {

/// The first of the parts that " · " separates, as many as fit in `width_px`; at least one.
std::string_view parts_that_fit(const Face& face, std::string_view facts, float width_px);

/// At the right end of `row`, right of `from_x`. What is left out is in a tooltip.
void draw_tab_facts(const Ui& ui, Rect row, float from_x, std::string_view facts);

/// "152 rows", for a table that has no room to be drawn; nothing if that does not fit either.
/// Returns whether the pane was asked.
bool draw_row_count(const PaneFrame& frame, Pane& pane, Rect row, float from_x);

}  // namespace lanescope
