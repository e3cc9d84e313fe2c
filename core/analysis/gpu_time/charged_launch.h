// The launch whose operators GPU work is charged to.
#pragma once

#include <optional>

#include "core/analysis/events/device_timeline.h"
#include "core/analysis/host/graph_origins.h"
#include "core/base/text/ids.h"
#include "core/store/slice_finder.h"

namespace lanescope {

struct ChargedLaunch {
  EventId launch = EventId::None;     // its own, or that which a CUDA graph captured
  EventId replay = EventId::None;     // then the call that launched the graph
  std::optional<StringId> name = {};  // of an operator that only a capture trace has
};

/// As OpCharges: work of graphs belongs to the operator that was captured, if one is known. Cost:
/// log(nodes of graphs).
ChargedLaunch charged_launch(SliceFinder& slices, const GraphOrigins& graphs,
                             const TimelineEvent& event);

}  // namespace lanescope
