// Where in the program an event was called from.
#pragma once

#include "core/base/text/ids.h"
#include "core/store/slice_finder.h"
#include "core/store/snapshot.h"

namespace lanescope {

/// The innermost operator around a host event, itself included. For a GPU event, pass its entry in
/// TrackChunk::link: the launch call or the operator behind it. EventId::None if there is none.
/// Cost: log(chunks).
EventId innermost_op(const Snapshot& snapshot, EventId host_event);
/// The same for many events. Cost: that of SliceFinder::find.
EventId innermost_op(SliceFinder& slices, EventId host_event);

/// The Python frame that a host event was called from: the innermost one of user code, else the
/// innermost one. EventId::None in traces without python_function events. Cost: rows * log(slices),
/// so use it for the rows of a table, not for every event.
EventId source_frame(const Snapshot& snapshot, EventId host_event);

/// The name of a slice; Empty for EventId::None.
StringId slice_name(const Snapshot& snapshot, EventId slice);
/// The same for many slices.
inline StringId slice_name(SliceFinder& slices, EventId slice) {
  const auto at = slices.find(slice);
  return at ? at->chunk->name[at->slice] : StringId::Empty;
}

}  // namespace lanescope
