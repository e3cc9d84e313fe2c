// The part of a trace's layout that is kept for the next trace and the next start: the open tab,
// the folded lanes and the pinned ones. Folded groups and pinned lanes are restored only in the
// same file: in another one, a process of the same name may be the only one with lanes, and what
// was worth pinning is elsewhere. Their entries are the file's path, a line break and the key.
#pragma once

#include "app/workspace/memory/remembered.h"
#include "app/workspace/traces/open_trace.h"

namespace lanescope {

/// Lanes that the trace does not have keep their remembered state.
void remember_layout(OpenTrace& trace, Remembered& remembered);
void restore_layout(const Remembered& remembered, OpenTrace& trace);
/// Opens the first tab if the one that was restored has nothing to show; others were chosen
/// meanwhile. Call once a trace is loaded, since only then is known what it lacks, and again each
/// frame until it returns true: that is looked for in the background.
bool leave_empty_tab(const Remembered& remembered, OpenTrace& trace);

}  // namespace lanescope
