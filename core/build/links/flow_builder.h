// Flows: binds each half to a slice and sorts the halves so that those of one flow are adjacent.
#pragma once

#include <memory>
#include <span>
#include <vector>

#include "core/build/tracks/track_builder.h"

namespace lanescope {

struct FlowInput {
  std::span<const RawBatch> batches;
  const GlobalTables& tables;
  const BuiltTracks& built;       // chunks with their first_id set
  PlausibleTimes plausible = {};  // halves at other times are dropped
};

/// The slice that a flow half is bound to. A half names a thread and a time, and several slices may
/// begin there at once: then its id decides, which for GPU work is the correlation id of the slice.
struct FlowBinding {
  TrackId track = TrackId::None;
  EventId slice = EventId::None;  // None if no slice of the thread starts at the half's time
};

/// One binding per flow half, batch by batch. Of the slices that start at exactly its time on its
/// process and thread: the one whose correlation id is the flow's id, otherwise the deepest; for a
/// flow between forward and backward, the deepest operator. Cost: a binary search per half, but
/// none if the reader saw the half right after its slice; a pass over the ids if several slices
/// begin at once.
std::vector<FlowBinding> bind_flows(const FlowInput& input);

/// Binds each half as bind_flows() does; halves of one flow are sorted by time, starts first. Cost:
/// a radix sort, and that of bind_flows().
std::shared_ptr<const FlowTable> build_flows(const FlowInput& input);

}  // namespace lanescope
