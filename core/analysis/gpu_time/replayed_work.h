// ReplayedWork: what the operators do that CUDA graphs replay and only a capture trace has.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <unordered_map>
#include <utility>
#include <vector>

#include "core/analysis/events/device_timeline.h"
#include "core/analysis/gpu_time/op_model.h"
#include "core/analysis/host/graph_origins.h"
#include "core/analysis/search/event_query.h"
#include "core/store/snapshot.h"

namespace lanescope {

class ReplayedWork {
 public:
  /// The innermost modeled operator around a launch of the capture trace.
  struct Op {
    StringId name = StringId::Empty;
    std::optional<OpWork> work;  // nullopt without shapes
  };
  struct Replayed {
    std::size_t op = 0;  // in ops()
    /// Tells apart calls of the operator in the capture. -1: unknown.
    std::int64_t call = -1;
  };

  /// Cost: reads the arguments of the work that the capture trace knows, if there is a capture
  /// trace.
  ReplayedWork(const Snapshot& snapshot, const ReadEvent& read, const GraphOrigins& graphs,
               std::span<const DeviceTimeline> timelines);

  /// Those with the same name and inputs are one.
  [[nodiscard]] const std::vector<Op>& ops() const { return ops_; }
  /// Null for work of which no modeled operator is known.
  [[nodiscard]] const Replayed* find(EventId gpu_event) const {
    const auto at = replayed_.find(gpu_event);
    return at == replayed_.end() ? nullptr : &at->second;
  }

 private:
  std::vector<Op> ops_;
  std::unordered_map<EventId, Replayed> replayed_;
};

}  // namespace lanescope
