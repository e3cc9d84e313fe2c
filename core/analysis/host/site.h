// Where in the program a host event was called from.
#pragma once

#include "core/base/text/ids.h"
#include "core/store/snapshot.h"

namespace lanescope {

/// The launch call, the operator or the range behind a GPU event, by its entry in TrackChunk::link,
/// or the event itself when it is the host's: the innermost operator around it, itself included.
/// EventId::None when there is none. Cost: log(chunks).
EventId innermost_op(const Snapshot& snapshot, EventId host_event);

/// The Python frame that a host event was called from: the innermost one of the user's own code,
/// else the innermost one. EventId::None in traces without python_function events. Cost: rows *
/// log(slices), so for the rows of a table and not for every event.
EventId source_frame(const Snapshot& snapshot, EventId host_event);

/// The name of a slice; Empty for none.
StringId slice_name(const Snapshot& snapshot, EventId slice);

}  // namespace lanescope
