// From an event to its neighbours. Every function gives EventId::None when there is nothing there,
// and takes any id.
#pragma once

#include "core/base/text/ids.h"
#include "core/store/snapshot.h"
#include "core/view/lanes/tree.h"

namespace lanescope {

enum class Direction : std::uint8_t { Next, Previous };

/// The neighbour on the same row of the lane (instants: the neighbouring instant).
EventId neighbour_in_lane(const Snapshot& snapshot, EventId event, Direction direction);
/// The neighbour with the same name on the same track. Cost: O(events between).
EventId neighbour_of_name(const Snapshot& snapshot, EventId event, Direction direction);
/// The slice that encloses it on its track: one call depth up. Of an instant: the innermost slice
/// it lies in.
EventId enclosing(const Snapshot& snapshot, EventId event);
/// The first slice one call depth down.
EventId first_inside(const Snapshot& snapshot, EventId event);

/// One rung up the chain that led to an event: of GPU work its launch call, else what encloses it.
EventId chain_up(const Snapshot& snapshot, EventId event);
/// One rung down: the first slice inside, else the first GPU work it started.
EventId chain_down(const Snapshot& snapshot, EventId event);

/// Along the flow: launch call -> first piece of GPU work; operator -> its backward twin, else its
/// first GPU work; other flows -> their next end.
EventId flow_forward(const Snapshot& snapshot, EventId event);
/// Against it: GPU work -> launch call; backward -> forward; other flows -> where they come from.
EventId flow_back(const Snapshot& snapshot, EventId event);

/// The slice of a track at a time, or the nearest one: where the keyboard starts when nothing is
/// selected.
EventId nearest_slice(const Snapshot& snapshot, TrackId track, Ns time_ns);

}  // namespace lanescope
