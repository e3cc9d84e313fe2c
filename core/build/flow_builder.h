// Flows: bind each half to the slice it sits on and sort them so that pairs lie together.
#pragma once

#include <memory>
#include <span>
#include <vector>

#include "core/build/track_builder.h"

namespace lanescope {

struct FlowInput {
  std::span<const RawBatch> batches;
  const GlobalTables& tables;
  const BuiltTracks& built;  // chunks with their first_id set
};

/// A half is bound to the slice in front of it in the file when that starts at exactly its time on
/// its thread (kineto writes it so), else to the deepest slice of its track that does.
/// Cost: linear and a radix sort; halves that are not bound on sight cost a binary search a row.
std::shared_ptr<const FlowTable> build_flows(const FlowInput& input);

}  // namespace lanescope
