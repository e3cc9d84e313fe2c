// The launch that a node of a CUDA graph was captured from, where the recorder says when and on
// which thread the node was created. Readers write that to the arguments of the node's work.
#pragma once

#include <span>
#include <string_view>

#include "core/analysis/search/event_query.h"
#include "core/base/text/json_value.h"
#include "core/store/snapshot.h"

namespace lanescope {

// The arguments, and the member of the metadata that says that there are some.
inline constexpr std::string_view kNodeThread = "graph node thread";
inline constexpr std::string_view kNodeTime = "graph node created (ns)";
inline constexpr std::string_view kRecordedNodes = "graphNodes";

bool has_recorded_nodes(const Snapshot& snapshot);

/// The launch call at that time, else the innermost event of the thread; None if the arguments or
/// the thread do not tell. `replay` is the call that launched the graph, in the same process.
/// Cost: O(tracks), and log(slices) for each row of the thread.
EventId recorded_launch(const Snapshot& snapshot, EventId replay, const JsonValue& args);

}  // namespace lanescope
