// What stands beside the tabs while a recording runs: up to when they have got.
#pragma once

#include <string>

#include "app/panes/pane/pane.h"

namespace lanescope {

/// "As of 12.4 s, still recording"; empty when the panes are about all there is.
std::string recorded_until_text(const TraceView& view);

/// Cuts the note off the right end of `row`, as long as it does not reach left of `from_x`; a
/// button that asks for more where that takes too long to happen by itself.
void draw_recorded_until(const PaneFrame& frame, Rect& row, float from_x);

}  // namespace lanescope
