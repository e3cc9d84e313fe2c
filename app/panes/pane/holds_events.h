// Whether panes about events have anything to be about.
#pragma once

#include "app/panes/pane/trace_view.h"

namespace lanescope {

/// False for a file that has nothing to draw or to analyze; true while that is not known, and for a
/// recording that goes on. Cost: a look at each counter.
bool holds_events(const TraceView& view);

}  // namespace lanescope
