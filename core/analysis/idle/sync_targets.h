// Which GPU work a call of the host waits for.
#pragma once

#include <cstdint>
#include <unordered_map>
#include <vector>

#include "core/analysis/events/gpu_order.h"
#include "core/store/snapshot.h"

namespace lanescope {

class SyncTargets {
 public:
  SyncTargets(const Snapshot& snapshot, const GpuOrder& order);

  /// The work a call waits for that ends last, not after `until_ns`: the copy that it started and
  /// did not outlive; of a synchronization the last on the stream that a cuda_sync record names,
  /// else the last of all. GpuOrder::kNone for other calls, and when nothing ended while it waited.
  /// Work that took no time is never waited for. Cost: log n.
  [[nodiscard]] std::uint32_t of(EventId call, Ns until_ns) const;

 private:
  [[nodiscard]] std::uint32_t own_copy(EventId call, Ns until_ns) const;
  [[nodiscard]] std::uint32_t last_of_synced(EventId call, Ns until_ns) const;

  const Snapshot& snapshot_;
  const GpuOrder& order_;
  std::unordered_map<EventId, std::vector<GpuOrder::Stream>> streams_;  // by call
};

}  // namespace lanescope
