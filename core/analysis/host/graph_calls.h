// The calls that launch CUDA graphs, and the ids that profilers write with the work of graphs.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "core/analysis/search/event_query.h"
#include "core/store/snapshot.h"

namespace lanescope {

/// A trace, and what reads its events. Both outlive whoever holds this.
struct ReadTrace {
  const Snapshot& trace;
  const ReadEvent& read;
};

/// Those with work in the trace, by event. Cost: a look at the distinct texts; if one names such a
/// call, a pass over the launches.
std::vector<EventId> graph_launch_calls(const Snapshot& snapshot);

struct GraphIds {
  std::uint64_t graph = 0, node = 0;  // 0: not written
};
/// From "graph id" and "graph node id". Cost: reads the text of the event.
GraphIds graph_ids(const ReadTrace& in, EventId event);

/// The process of the thread that an event is on, as text.
std::string process_of_call(const Snapshot& snapshot, EventId call);

}  // namespace lanescope
