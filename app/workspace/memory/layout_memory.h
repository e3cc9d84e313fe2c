// What of a trace's layout is the same in the next trace and after the next start: the open tab and
// the folded lanes. Groups that the user folded are so again in the same file: in another one a
// process of the same name may be the only one with lanes.
#pragma once

#include "app/workspace/memory/remembered.h"
#include "app/workspace/traces/open_trace.h"

namespace lanescope {

/// Lanes that the trace does not have stay as they were in another.
void remember_layout(const OpenTrace& trace, Remembered& remembered);
void restore_layout(const Remembered& remembered, OpenTrace& trace);

}  // namespace lanescope
