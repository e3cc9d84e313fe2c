// Where the critical path goes back to: the thread that was busy last, the work that a call waits
// for, and the work that a stream waits for.
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <unordered_map>
#include <vector>

#include "core/analysis/events/gpu_order.h"
#include "core/analysis/search/event_query.h"
#include "core/store/snapshot.h"

namespace lanescope {

class ThreadEnds {
 public:
  struct End {
    Ns end_ns = 0;
    TrackId thread = TrackId::None;
  };

  /// Cost: nothing until it is asked, then a pass over the operators and calls of all threads.
  explicit ThreadEnds(const Snapshot& snapshot) : snapshot_(snapshot) {}

  /// The last end of an operator, a call or, in a trace without GPU events, a collective that is
  /// not after a time; of equal ones that of the last thread of the file. Cost: log n.
  std::optional<End> last_ended(Ns time_ns);
  /// The same, where what reaches over the time ends at it. Cost: a pass over the threads.
  std::optional<End> last_active(Ns time_ns);

 private:
  struct Busy {
    TimeRange range;
    TrackId thread = TrackId::None;
  };
  void find();

  const Snapshot& snapshot_;
  bool found_ = false;
  std::vector<Busy> busy_;  // by end; those of one thread do not overlap
};

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
