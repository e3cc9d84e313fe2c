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

/// Each half is bound as bind_flows() does; halves of one flow are sorted by time, a start first.
/// Cost: a radix sort, and that of bind_flows().
std::shared_ptr<const FlowTable> build_flows(const FlowInput& input);

}  // namespace lanescope
