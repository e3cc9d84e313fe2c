#include "core/analysis/host/sampled_threads.h"

#include <map>
#include <utility>

#include "core/analysis/events/interval_union.h"
#include "core/base/threads/work.h"
#include "core/store/thread_state.h"

namespace lanescope {

bool is_same_thread(const Track& a, const Track& b) {
  return a.process == b.process && a.thread == b.thread;
}

std::vector<SampledThread> sampled_threads(const Snapshot& snapshot) {
  std::vector<SampledThread> threads;
  std::map<std::pair<StringId, StringId>, std::size_t> known;
  for (const Track& track : snapshot.tracks) {
    const bool samples = track.kind == TrackKind::ThreadSamples;
    if ((!samples && track.kind != TrackKind::ThreadState) || track.chunks.empty()) continue;
    const auto [at, fresh] = known.try_emplace({track.process, track.thread}, threads.size());
    if (fresh) threads.emplace_back();
    (samples ? threads[at->second].samples : threads[at->second].states) = &track;
  }
  return threads;
}

std::vector<TimeRange> running_times(const Snapshot& snapshot, const Track& thread) {
  std::vector<TimeRange> times;
  for (const Track& track : snapshot.tracks) {
    if (track.kind != TrackKind::ThreadState || !is_same_thread(track, thread)) continue;
    for (const auto& chunk : track.chunks) {
      count_work(Work::Events, chunk->size());
      for (std::uint32_t i = 0; i < chunk->size(); ++i) {
        const std::uint32_t slice = chunk->in_time_order(i);
        if (parse_thread_state(snapshot.text(chunk->name[slice])).runs())
          times.push_back(chunk->range(slice));
      }
    }
  }
  return merged(times);
}

}  // namespace lanescope
