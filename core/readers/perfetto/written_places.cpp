// Tracks of which the file says what they were in the trace that it was written from.
#include <algorithm>

#include "core/readers/perfetto/tracks.h"

namespace lanescope::perfetto {
namespace {

TrackRole role_of(TrackKind kind) {
  switch (kind) {
    case TrackKind::CpuThread:
      return TrackRole::Host;
    case TrackKind::GpuStream:
      return TrackRole::Gpu;
    case TrackKind::GpuAnnotation:
      return TrackRole::GpuAnnotation;
    case TrackKind::GpuSync:
      return TrackRole::GpuSync;
    case TrackKind::Async:
      return TrackRole::Async;
    case TrackKind::Profiler:
      return TrackRole::Profiler;
    case TrackKind::ThreadSamples:
      return TrackRole::Samples;
    case TrackKind::ThreadState:
      return TrackRole::State;
    case TrackKind::Other:
      break;
  }
  return TrackRole::Neutral;
}

}  // namespace

void Tracks::take_written(std::uint64_t uuid, WrittenPlace place) {
  LANESCOPE_CHECK(place.kind || !place.counter.empty(), "a track or a counter of uuid {}", uuid);
  written_.insert_or_assign(uuid, std::move(place));
}

bool Tracks::has_own_tracks() const {
  if (written_.empty()) return true;
  return std::ranges::any_of(written_, [](const auto& one) { return one.second.own_slices; });
}

const WrittenPlace* Tracks::written_of(const TrackNode& node) const {
  const auto at = written_.find(node.uuid);
  return node.uuid == 0 || at == written_.end() ? nullptr : &at->second;
}

LocalTrack Tracks::written_track(const WrittenPlace& place, WorkerTables& tables) {
  LANESCOPE_CHECK(place.kind.has_value(), "a track, not the counter {}", place.counter);
  LocalTrack track;
  track.process = names_->text(place.process);
  track.thread = names_->text(place.thread);
  track.role = role_of(*place.kind);
  track.device = place.device;
  track.stream = place.stream;
  if (!place.thread_name.empty())
    tables.metas.add(
        {MetaKind::ThreadName, track.process, track.thread, names_->text(place.thread_name), 0});
  if (place.thread_sort != Track::kNoSort)
    tables.metas.add({MetaKind::ThreadSort, track.process, track.thread, 0, place.thread_sort});
  name_written_process(place, track.process, tables);
  return track;
}

void Tracks::name_written_process(const WrittenPlace& place, LocalId process,
                                  WorkerTables& tables) {
  if (!place.process_name.empty())
    tables.metas.add({MetaKind::ProcessName, process, 0, names_->text(place.process_name), 0});
  if (place.process_sort != Track::kNoSort)
    tables.metas.add({MetaKind::ProcessSort, process, 0, 0, place.process_sort});
}

LocalCounter Tracks::written_counter(const WrittenPlace& place, WorkerTables& tables) {
  LANESCOPE_CHECK(!place.kind, "a counter, not the track of thread {}", place.thread);
  LocalCounter counter;
  counter.process = names_->text(place.process);
  counter.name = names_->text(place.counter);
  counter.series = names_->text(place.series);
  name_written_process(place, counter.process, tables);
  return counter;
}

}  // namespace lanescope::perfetto
