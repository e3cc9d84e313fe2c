#include "core/analysis/launch/early_work.h"

#include <algorithm>
#include <map>

#include "core/analysis/events/gpu_events.h"

namespace lanescope {

EarlyWork early_work(const Snapshot& snapshot, const AnalysisWindow& window) {
  struct Stream {
    EarlyWork before;
    bool launched = false;  // work with a launch call was found
  };
  std::map<TrackId, Stream> streams;
  for_each_gpu_event(
      snapshot, window,
      [&](const Track& track, const TrackChunk& chunk, std::uint32_t slice, CategoryKind kind) {
        Stream& stream = streams[track.id];
        stream.launched = stream.launched || chunk.link[slice] != EventId::None;
        const bool counts =
            !stream.launched && kind == CategoryKind::Kernel &&
            admits_gpu_event(snapshot, window, chunk.start_ns[slice], EventId::None);
        if (!counts) return;
        ++stream.before.kernels;
        stream.before.until_ns = std::max(stream.before.until_ns, chunk.range(slice).end_ns);
      });
  EarlyWork all;
  for (const auto& [track, stream] : streams) {
    if (!stream.launched) continue;
    all.kernels += stream.before.kernels;
    all.until_ns = std::max(all.until_ns, stream.before.until_ns);
  }
  return all;
}

}  // namespace lanescope
