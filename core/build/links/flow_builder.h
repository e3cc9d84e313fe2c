// Flows: bind each half to the slice it sits on and sort them so that pairs lie together.
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

/// Which slice a flow half sits on. A half names a thread and a time, and several slices may begin
/// there at once: then its id tells, which for the work of a GPU is the correlation id of the
/// slice.
struct FlowBinding {
  TrackId track = TrackId::None;
  EventId slice = EventId::None;  // None where no slice of the thread starts at the half's time
};

/// One for each flow half, batch by batch. Of the slices that start at exactly its time on its
/// process and thread: the one whose correlation id is the flow's, else the deepest; for a flow
/// between forward and backward the deepest operator. Cost: a binary search a half, and none where
/// the reader saw a half right behind its slice; a pass over the ids where several slices begin at
/// once.
std::vector<FlowBinding> bind_flows(const FlowInput& input);

/// Each half is bound as bind_flows() does; halves of one flow are sorted by time, a start first.
/// Cost: a radix sort, and that of bind_flows().
std::shared_ptr<const FlowTable> build_flows(const FlowInput& input);

}  // namespace lanescope
