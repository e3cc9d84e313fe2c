// When GPU streams wait for events of other streams.
#pragma once

#include <cstdint>
#include <map>
#include <utility>
#include <vector>

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

}  // namespace lanescope
