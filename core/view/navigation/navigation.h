// From an event to its neighbors. Every function returns EventId::None if there is none, and
// accepts any id.
#pragma once

#include "core/base/text/ids.h"
#include "core/store/snapshot.h"
#include "core/view/lanes/tree.h"

namespace lanescope {

enum class Direction : std::uint8_t { Next, Previous };

/// The next or previous slice on the same row of the lane, or instant if the event is one. GPU work
/// of a stream: on any row, by start.
EventId neighbour_in_lane(const Snapshot& snapshot, EventId event, Direction direction);
/// The next or previous event with the same name on the same track. Cost: O(events between).
EventId neighbour_of_name(const Snapshot& snapshot, EventId event, Direction direction);
/// The slice that encloses the event on its track, one call level up. For an instant: the innermost
/// slice around it.
EventId enclosing(const Snapshot& snapshot, EventId event);
/// The first slice one call level down.
EventId first_inside(const Snapshot& snapshot, EventId event);

/// One level up the chain that led to an event: for GPU work its launch call, otherwise the
/// enclosing slice.
EventId chain_up(const Snapshot& snapshot, EventId event);
/// One level down: the first nested slice, otherwise the first GPU work that it started.
EventId chain_down(const Snapshot& snapshot, EventId event);

/// Along the flow: from a launch call to its first GPU work; from an operator to its backward twin,
/// otherwise to its first GPU work; along other flows to their next end.
EventId flow_forward(const Snapshot& snapshot, EventId event);
/// Against the flow: from GPU work to its launch call; from backward to forward; along other flows
/// to their start.
EventId flow_back(const Snapshot& snapshot, EventId event);

/// The slice of a track at a time, or the nearest one: where keyboard navigation starts when
/// nothing is selected.
EventId nearest_slice(const Snapshot& snapshot, TrackId track, Ns time_ns);

}  // namespace lanescope
