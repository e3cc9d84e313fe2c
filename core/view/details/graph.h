// A piece of GPU work that a CUDA graph replayed: which replay, and which of its nodes.
#pragma once

#include <cstdint>
#include <optional>

#include "core/base/text/ids.h"
#include "core/store/snapshot.h"

namespace lanescope {

struct DetailsGraph {
  std::uint64_t replay = 0, replays = 0;  // 1: the first in the trace of this graph
  std::uint64_t node = 0, nodes = 0;      // 1: the first to start; 0 for the launch call itself
};

/// Of a graph launch call, or of a piece of the work it started; nullopt for all else. Traces do
/// not tell graphs apart, so that launches of the same work (by names and numbers) count as
/// replays of one graph. Cost: a pass over all launches.
std::optional<DetailsGraph> graph_of(const Snapshot& snapshot, EventId launch, EventId gpu_event);

}  // namespace lanescope
