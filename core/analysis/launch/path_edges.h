// The edges of the critical path: to the thread that was busy last, to the work that a call waits
// for, and to the work that a stream waits for.
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <unordered_map>
#include <vector>

#include "core/analysis/events/gpu_order.h"
#include "core/analysis/events/name_test.h"
#include "core/analysis/search/event_query.h"
#include "core/store/slice_finder.h"
#include "core/store/snapshot.h"

namespace lanescope {

class ThreadEnds {
 public:
  struct End {
    Ns end_ns = 0;
    TrackId thread = TrackId::None;
  };

  /// Cost: constant; the first query costs a pass over the operators and calls of all threads.
  explicit ThreadEnds(const Snapshot& snapshot) : snapshot_(snapshot) {}

  /// The last operator, call or, in a trace without GPU events, collective to end at or before a
  /// time; on a tie, that of the last thread in the file. Cost: log of the distance from the one
  /// found before.
  std::optional<End> last_ended(Ns time_ns);
  /// The same, but anything running at that time counts as ending then. Cost: linear.
  std::optional<End> last_active(Ns time_ns);

 private:
  struct Busy {
    TimeRange range;
    TrackId thread = TrackId::None;
  };
  void find();

  const Snapshot& snapshot_;
  bool found_ = false;
  std::vector<Busy> busy_;  // by end; disjoint within a thread
  std::size_t near_ = 0;    // how many had ended when last asked
};

class SyncTargets {
 public:
  SyncTargets(const Snapshot& snapshot, const GpuOrder& order);

  /// The work that a call waited for and that ended last, at or before `until_ns`: the copy that
  /// the call launched; for a synchronization, the last work on the stream that a cuda_sync record
  /// names, else the last of all. GpuOrder::kNone for other calls, and if nothing ended while the
  /// call waited. Zero-length work is ignored. Cost: log n.
  [[nodiscard]] std::uint32_t of(EventId call, Ns until_ns) {
    const auto at = calls_.find(call);
    // Most calls wait for nothing.
    if (!at || !(copies_[index_of(call)] || syncs_(at->chunk->name[at->slice])))
      return GpuOrder::kNone;
    return target_of(*at, call, until_ns);
  }

 private:
  [[nodiscard]] std::uint32_t target_of(const SliceRef& at, EventId call, Ns until_ns);
  [[nodiscard]] std::uint32_t own_copy(EventId call, Ns until_ns) const;
  [[nodiscard]] std::uint32_t last_of_synced(EventId call, Ns until_ns) const;

  const Snapshot& snapshot_;
  const GpuOrder& order_;
  NameTest syncs_;
  std::vector<bool> copies_;  // by event: whether it launched any
  SliceFinder calls_;
  std::unordered_map<EventId, std::vector<GpuOrder::Stream>> streams_;  // by call
};

class StreamWaitEdges {
 public:
  /// Uses the "Stream Wait Event" records of category cuda_sync; without them, or without `read`,
  /// there are no edges. Cost: reads the text of these records and of the calls that record events.
  StreamWaitEdges(const Snapshot& snapshot, const GpuOrder& order, const ReadEvent& read);

  /// Of the work that the stream was told to wait for between the launch of its previous work and
  /// that of `work`, the one that ended last; GpuOrder::kNone if there is none. Cost: log n plus
  /// the number of those waits.
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
