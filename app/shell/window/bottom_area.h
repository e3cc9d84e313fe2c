// The tabs at the bottom and the open pane.
#pragma once

#include <string>

#include "app/panes/pane/pane.h"
#include "app/shell/layout/layout.h"
#include "app/shell/panes/trace_panes.h"

namespace lanescope {

/// "As of 12.4 s, still recording"; empty if the panes cover the entire trace.
std::string recorded_until_text(const TraceView& view);

/// Cuts the note off the right end of `row`, unless it would extend to the left of `from_x`. If the
/// next update takes long, adds a button that requests it now.
void draw_recorded_until(const PaneFrame& frame, Rect& row, float from_x);

/// Gives the lanes the room of a tab with a table in a low window where no row would fit: the tabs
/// remain, with a button that maximizes them.
void fold_low_table(Areas& areas, const OpenTrace& shown, const PaneSizes& sizes,
                    const Style& style);

/// A click on a tab opens it and unfolds the bottom. Returns whether the open pane was asked for
/// what it shows: it was drawn, or has no room and its rows were counted.
bool draw_bottom(const PaneFrame& frame, const Areas& areas, OpenTrace& trace, PaneSizes& sizes);

}  // namespace lanescope
