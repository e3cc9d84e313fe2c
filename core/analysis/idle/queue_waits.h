// Why queues of the GPU stand still: streams that wait for events of others, and calls of the host
// that wait until the GPU has run dry.
#pragma once

#include <cstdint>
#include <map>
#include <set>
#include <utility>
#include <vector>

#include "core/analysis/idle/host_activity.h"
#include "core/base/text/ids.h"
#include "core/base/time.h"
#include "core/store/snapshot.h"

namespace lanescope {

class StreamWaits {
 public:
  /// From the "Stream Wait Event" records of category cuda_sync. Cost: a pass over the sync tracks.
  explicit StreamWaits(const Snapshot& snapshot);

  /// Whether the stream of a track waits all through the range. Cost: log(waits).
  [[nodiscard]] bool cover(TrackId track, TimeRange range) const;

 private:
  using Stream = std::pair<std::int64_t, std::int64_t>;  // device, stream
  const Snapshot& snapshot_;
  std::map<Stream, std::vector<TimeRange>> waits_;  // merged
};

/// Calls that wait for the GPU, of all threads.
struct GpuWait {
  TimeRange range;
  EventId event = EventId::None;
};
/// By start. Cost: a pass over the host slices.
std::vector<GpuWait> find_gpu_waits(const Snapshot& snapshot, HostActivities& activities);

/// Asks them for gaps whose starts do not fall.
class DrainedQueues {
 public:
  /// `calls` must outlive this.
  explicit DrainedQueues(const std::vector<GpuWait>& calls) : calls_(calls) {}

  /// The call that was running when the GPU ran dry at `idle_from_ns` and came back before the next
  /// work was launched: of several the last one back, of those the first to begin. None when there
  /// is none. Cost: log(calls), and each call passed once.
  EventId drained_by(Ns idle_from_ns, Ns launch_ns);

 private:
  const std::vector<GpuWait>& calls_;
  std::size_t next_ = 0;
  /// (end, calls that begin later): the last of an end is the one that began first.
  std::set<std::pair<Ns, std::size_t>> running_;
};

}  // namespace lanescope
