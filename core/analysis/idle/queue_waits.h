// Why queues are not processed or are empty: streams that wait for events of other streams, and
// host calls that wait until the GPU has finished.
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

  /// Whether the stream of a track waits during the entire range. Cost: log(waits).
  [[nodiscard]] bool cover(TrackId track, TimeRange range) const;

 private:
  using Stream = std::pair<std::int64_t, std::int64_t>;  // device, stream
  const Snapshot& snapshot_;
  std::map<Stream, std::vector<TimeRange>> waits_;  // merged
};

/// A host call that waits for the GPU, or a wait of JAX.
struct GpuWait {
  TimeRange range;
  EventId event = EventId::None;
};
/// Those of all threads, sorted by start. Cost: a pass over the host slices.
std::vector<GpuWait> find_gpu_waits(const Snapshot& snapshot, const HostActivities& activities);

/// find_gpu_waits() as a shared result.
struct GpuWaits {
  static constexpr bool kOfTrace = true;
  std::vector<GpuWait> calls;
};

/// Finds the wait that caused each gap. Gaps must be passed in order of their starts.
class DrainedQueues {
 public:
  /// `calls` must outlive this.
  explicit DrainedQueues(const std::vector<GpuWait>& calls) : calls_(calls) {}

  /// The call that was running when the GPU became idle at `idle_from_ns` and returned by the time
  /// the next work was launched. Of several, the last to return; of those, the first to begin. None
  /// if there is none. Cost: log(calls), amortized.
  EventId drained_by(Ns idle_from_ns, Ns launch_ns);

 private:
  const std::vector<GpuWait>& calls_;
  std::size_t next_ = 0;
  /// (end, number of remaining calls): of equal ends, the last entry began first.
  std::set<std::pair<Ns, std::size_t>> running_;
};

}  // namespace lanescope
