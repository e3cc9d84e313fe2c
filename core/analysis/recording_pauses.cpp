#include "core/analysis/recording_pauses.h"

#include <algorithm>

#include "core/analysis/interval_union.h"
#include "core/base/work.h"

namespace lanescope {

std::vector<TimeRange> recording_pauses(const Snapshot& snapshot) {
  std::vector<TimeRange> pauses;
  for (const Track& track : snapshot.tracks) {
    if (track.kind != TrackKind::Profiler) continue;
    for (const auto& chunk : track.chunks) {
      count_work(Work::Events, chunk->size());
      for (std::uint32_t slice = 0; slice < chunk->size(); ++slice) {
        if (snapshot.kind_of(chunk->category[slice]) == CategoryKind::Overhead &&
            snapshot.text(chunk->name[slice]) == "Paused")
          pauses.push_back(chunk->range(slice));
      }
    }
  }
  std::ranges::sort(pauses, {}, &TimeRange::begin_ns);
  return merged(pauses);
}

}  // namespace lanescope
