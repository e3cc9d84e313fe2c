#include "core/analysis/host/sampled_threads.h"

#include <algorithm>
#include <map>
#include <span>
#include <string_view>
#include <utility>

#include "core/analysis/events/interval_union.h"
#include "core/analysis/host/recorder.h"
#include "core/base/threads/work.h"
#include "core/store/laid_processes.h"
#include "core/store/slices_at.h"
#include "core/store/thread_state.h"

namespace lanescope {
namespace {

/// Whether a thread without states runs wherever it has samples. Nsight Systems samples by CPU
/// time; other profiles without states may be of bytes or waits.
bool samples_only_what_runs(const Snapshot& snapshot) {
  return recorder_of(snapshot) == Recorder::Nsight;
}

}  // namespace

bool is_same_thread(const Track& a, const Track& b) {
  return a.process == b.process && a.thread == b.thread;
}

SampledThread sampled_thread(const Snapshot& snapshot, const Track& thread) {
  SampledThread found;
  for (const Track& track : snapshot.tracks) {
    if (!is_same_thread(track, thread)) continue;
    if (track.kind == TrackKind::ThreadSamples) found.samples = &track;
    if (track.kind == TrackKind::ThreadState) found.states = &track;
  }
  return found;
}

std::set<StringId> repeated_processes(const Snapshot& snapshot) {
  const JsonObject laid = laid_processes(snapshot.info);
  if (laid.empty()) return {};
  std::set<std::string_view> sampled;
  for (const Track& track : snapshot.tracks) {
    const std::string_view pid = snapshot.text(track.process);
    if (is_sampled(track.kind) && !track.chunks.empty() && !laid_as(laid, pid)) sampled.insert(pid);
  }
  std::set<StringId> repeated;
  for (const Track& track : snapshot.tracks) {
    const auto own = laid_as(laid, snapshot.text(track.process));
    if (own && (own->empty() ? !sampled.empty() : sampled.contains(*own)))
      repeated.insert(track.process);
  }
  return repeated;
}

std::vector<SampledThread> sampled_threads(const Snapshot& snapshot) {
  const std::set<StringId> repeated = repeated_processes(snapshot);
  std::vector<SampledThread> threads;
  std::map<std::pair<StringId, StringId>, std::size_t> known;
  for (const Track& track : snapshot.tracks) {
    const bool samples = track.kind == TrackKind::ThreadSamples;
    if (!is_sampled(track.kind) || track.chunks.empty() || repeated.contains(track.process))
      continue;
    const auto [at, fresh] = known.try_emplace({track.process, track.thread}, threads.size());
    if (fresh) threads.emplace_back();
    (samples ? threads[at->second].samples : threads[at->second].states) = &track;
  }
  return threads;
}

EventId sampled_line_at(const Snapshot& snapshot, const Track& samples, Ns time_ns) {
  EventId line = EventId::None;
  for_each_begun_slice(samples, time_ns, [&](const TrackChunk& chunk, std::uint32_t slice) {
    const bool is_line = snapshot.kind_of(chunk.category[slice]) == CategoryKind::SampledLine;
    if (line == EventId::None && is_line && chunk.end_ns(slice) > time_ns)
      line = chunk.id_of(slice);
  });
  return line;
}

std::vector<TimeRange> running_times(const Snapshot& snapshot, const Track& thread) {
  const SampledThread of = sampled_thread(snapshot, thread);
  const bool by_states = of.states != nullptr;
  const Track* const track =
      by_states || !samples_only_what_runs(snapshot) ? of.states : of.samples;
  std::vector<TimeRange> times;
  if (track == nullptr) return times;
  for (const auto& chunk : track->chunks) {
    count_work(Work::Events, chunk->size());
    for (std::uint32_t i = 0; i < chunk->size(); ++i) {
      const std::uint32_t slice = chunk->in_time_order(i);
      if (!by_states || parse_thread_state(snapshot.text(chunk->name[slice])).runs())
        times.push_back(chunk->range(slice));
    }
  }
  return merged(times);
}

bool has_thread_switches(const Snapshot& snapshot) {
  return std::ranges::any_of(snapshot.tracks, [&](const Track& track) {
    return std::ranges::any_of(track.chunks, [&](const auto& chunk) {
      count_work(Work::Events, chunk->size());
      if (track.kind == TrackKind::ThreadState)
        return std::ranges::any_of(chunk->name, [&](StringId name) {
          return parse_thread_state(snapshot.text(name)).waits_for_cpu();
        });
      return track.kind == TrackKind::ThreadSamples &&
             std::ranges::any_of(chunk->category, [&](auto category) {
               return snapshot.kind_of(category) == CategoryKind::NativeFrame;
             });
    });
  });
}

}  // namespace lanescope
