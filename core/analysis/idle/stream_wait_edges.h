// Which work a stream waits for before it goes on.
#pragma once

#include <cstdint>
#include <map>
#include <vector>

#include "core/analysis/events/gpu_order.h"
#include "core/analysis/search/event_query.h"

namespace lanescope {

class StreamWaitEdges {
 public:
  /// From the "Stream Wait Event" records of category cuda_sync; without them, or without `read`,
  /// there are no edges. Cost: the text of these records and of the calls that record events.
  StreamWaitEdges(const Snapshot& snapshot, const GpuOrder& order, const ReadEvent& read);

  /// The work with the last end of those that a piece of work was held up for, after the one before
  /// it on its stream; GpuOrder::kNone when there is none. Cost: log n and the waits between the
  /// two.
  [[nodiscard]] std::uint32_t waited_for(std::uint32_t work) const;

 private:
  struct Wait {
    Ns call_ns = 0;  // when the stream was told to wait
    std::uint32_t for_work = GpuOrder::kNone;
  };

  const Snapshot& snapshot_;
  const GpuOrder& order_;
  std::map<GpuOrder::Stream, std::vector<Wait>> waits_;  // by call
};

}  // namespace lanescope
