// The lists of the Overview tab for programs without GPU work: the Python functions or operators
// with the most self time, as far as there is room.
#pragma once

#include "app/panes/pane/pane.h"
#include "core/view/overview/host_overview.h"

namespace lanescope {

/// A click on a row goes to the longest stretch of its function.
void draw_top_functions(const PaneFrame& frame, Rect area, const HostOverview& host);
/// A click on a row goes to the longest call of its operator.
void draw_top_ops(const PaneFrame& frame, Rect area, const TopOps& ops);

}  // namespace lanescope
