#include "core/analysis/idle/stream_waits.h"

#include <algorithm>

#include "core/analysis/events/interval_union.h"
#include "core/base/threads/work.h"

namespace lanescope {

StreamWaits::StreamWaits(const Snapshot& snapshot) : snapshot_(snapshot) {
  std::map<Stream, std::vector<TimeRange>> waits;
  for (const Track& track : snapshot.tracks) {
    if (track.kind != TrackKind::GpuSync) continue;
    for (const auto& chunk : track.chunks) {
      count_work(Work::Events, chunk->size());
      for (std::uint32_t i = 0; i < chunk->size(); ++i) {
        const std::uint32_t slice = chunk->in_time_order(i);
        if (snapshot.text(chunk->name[slice]) == "Stream Wait Event") {
          waits[{track.device, track.stream}].push_back(chunk->range(slice));
        }
      }
    }
  }
  for (auto& [stream, ranges] : waits) {
    std::sort(ranges.begin(), ranges.end(),
              [](const TimeRange& a, const TimeRange& b) { return a.begin_ns < b.begin_ns; });
    waits_[stream] = merged(ranges);
  }
}

bool StreamWaits::cover(TrackId track, TimeRange range) const {
  if (waits_.empty()) return false;
  const Track& stream = snapshot_.tracks[index_of(track)];
  const auto found = waits_.find({stream.device, stream.stream});
  if (found == waits_.end()) return false;
  const auto after =
      std::upper_bound(found->second.begin(), found->second.end(), range.begin_ns,
                       [](Ns time, const TimeRange& one) { return time < one.begin_ns; });
  return after != found->second.begin() && std::prev(after)->end_ns >= range.end_ns;
}

}  // namespace lanescope
