// The words at the right end of the tabs, about the open one.
#pragma once

#include <string_view>

#include "app/panes/pane/pane.h"

namespace lanescope {

/// At the right end of `row`, right of `from_x`, as far as they fit.
void draw_tab_facts(const Ui& ui, Rect row, float from_x, std::string_view facts);

/// "152 rows", for a table that has no room to be drawn; nothing if that does not fit either.
/// Returns whether the pane was asked.
bool draw_row_count(const PaneFrame& frame, Pane& pane, Rect row, float from_x);

}  // namespace lanescope
