// Which slice each flow half sits on. A half names a thread and a time, and several slices may
// begin there at once: then its id tells, which for the work of a GPU is the correlation id of the
// slice.
#pragma once

#include <vector>

#include "core/build/links/flow_builder.h"

namespace lanescope {

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

}  // namespace lanescope
