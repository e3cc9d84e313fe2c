// Which operator and which frame each instant belongs to.
#pragma once

#include <cstdint>
#include <vector>

#include "core/base/text/ids.h"
#include "core/store/snapshot.h"

namespace lanescope {

struct HostStacks;

/// By index into Snapshot::instants: the innermost operator running at that time on the instant's
/// thread, its end included; None if there is none, or if the track is not a host thread. Cost: a
/// pass over each host thread that has instants, in parallel.
std::vector<EventId> ops_of_instants(const Snapshot& snapshot);

/// ops_of_instants() as a shared result, for records of memory; empty if the trace has none.
struct InstantOps {
  static constexpr bool kOfTrace = true;
  std::vector<EventId> ops;
};
InstantOps find_instant_ops(const Snapshot& snapshot);

/// By index into Snapshot::instants: the node of the innermost frame of the stacks that is open at
/// that time on the instant's thread, its end included; 0 if there is none. Python frees most
/// tensors there, between operators. Cost: as ops_of_instants.
std::vector<std::uint32_t> frames_of_instants(const Snapshot& snapshot, const HostStacks& stacks);

}  // namespace lanescope
