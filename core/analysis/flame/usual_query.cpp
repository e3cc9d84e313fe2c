// What a flame graph shows first.
#include <algorithm>
#include <string_view>

#include "core/analysis/flame/flame.h"
#include "core/analysis/host/sampled_threads.h"
#include "core/base/threads/work.h"
#include "core/store/thread_state.h"

namespace lanescope {
namespace {

struct ThreadTimes {
  Ns sampled_ns = 0, waits_ns = 0;  // not for a CPU
};

ThreadTimes times_of(const Snapshot& snapshot, const Track& states) {
  ThreadTimes times;
  for (const auto& chunk : states.chunks) {
    count_work(Work::Events, chunk->size());
    for (std::uint32_t slice = 0; slice < chunk->size(); ++slice) {
      const Ns length_ns = chunk->range(slice).length_ns();
      const ThreadState state = parse_thread_state(snapshot.text(chunk->name[slice]));
      times.sampled_ns = saturating_add(times.sampled_ns, length_ns);
      if (!state.runs() && !state.waits_for_cpu())
        times.waits_ns = saturating_add(times.waits_ns, length_ns);
    }
  }
  return times;
}

/// Whether the main thread that was sampled for longest waits for most of its time: what it runs
/// then tells little of where the time went.
bool waits_mostly(const Snapshot& snapshot) {
  ThreadTimes longest;
  for (const Track& track : snapshot.tracks) {
    const bool is_main = snapshot.text(track.process) == snapshot.text(track.thread);
    if (track.kind != TrackKind::ThreadState || !is_main) continue;
    if (sampled_thread(snapshot, track).samples == nullptr) continue;
    const ThreadTimes times = times_of(snapshot, track);
    if (times.sampled_ns > longest.sampled_ns) longest = times;
  }
  return longest.waits_ns > longest.sampled_ns / 2;
}

}  // namespace

FlameQuery usual_flame_query(const Snapshot& snapshot) {
  const auto has = [&](TrackKind kind) {
    return std::ranges::any_of(snapshot.tracks, [kind](const Track& track) {
      return track.kind == kind && track.slices > 0;
    });
  };
  FlameQuery query;
  for (const Track& track : snapshot.tracks) {
    if (track.kind == TrackKind::GpuStream) query.weight = FlameWeight::GpuTime;
  }
  const bool is_only_sampled = has(TrackKind::ThreadSamples) && !has(TrackKind::CpuThread);
  if (query.weight != FlameWeight::CpuTime || !is_only_sampled) return query;
  query.stack = FlameStack::Samples;
  if (waits_mostly(snapshot)) query.weight = FlameWeight::WallTime;
  return query;
}

}  // namespace lanescope
