#include "core/store/snapshot.h"

#include <algorithm>

#include "core/base/check.h"
#include "core/base/threads/work.h"

namespace lanescope {
namespace {

std::size_t bytes_of(const InstantTable& t) {
  return t.time_ns.memory_bytes() + t.name.memory_bytes() + t.category.memory_bytes() +
         t.place.memory_bytes() + t.track_begin.capacity() * sizeof(std::uint32_t);
}

std::size_t bytes_of(const CounterTrack& t) {
  return t.time_ns.memory_bytes() + t.value.memory_bytes() + t.run_min.memory_bytes() +
         t.run_max.memory_bytes();
}

std::size_t bytes_of(const MemoryTrack& t) {
  return t.time_ns.memory_bytes() + t.address.memory_bytes() + t.bytes.memory_bytes() +
         t.allocated.memory_bytes() + t.reserved.memory_bytes() + t.event.memory_bytes() +
         t.run_min.memory_bytes() + t.run_max.memory_bytes();
}

std::size_t bytes_of(const FlowTable& t) {
  return t.id.memory_bytes() + t.time_ns.memory_bytes() + t.track.memory_bytes() +
         t.slice.memory_bytes() + t.kind.memory_bytes() + t.phase.memory_bytes() +
         t.place.memory_bytes() + t.by_slice.memory_bytes();
}

std::size_t bytes_of(const LaunchIndex& t) {
  return t.launch.memory_bytes() + t.gpu_event.memory_bytes() +
         t.guessed.capacity() * sizeof(EventId);
}

}  // namespace

bool LaunchIndex::is_guessed(EventId event) const {
  return std::binary_search(guessed.begin(), guessed.end(), event);
}

std::span<const EventId> LaunchIndex::events_of(EventId launch_call) const {
  LANESCOPE_CHECK(launch.size() == gpu_event.size(), "pairs, not {} launches and {} GPU events",
                  launch.size(), gpu_event.size());
  const auto [first, last] = std::equal_range(launch.begin(), launch.end(), launch_call);
  return gpu_event.span().subspan(static_cast<std::size_t>(first - launch.begin()),
                                  static_cast<std::size_t>(last - first));
}

std::optional<std::int64_t> only_device_of(std::span<const Track> tracks) {
  std::optional<std::int64_t> only;
  for (const Track& track : tracks) {
    if (track.kind != TrackKind::GpuStream || track.slices == 0) continue;
    if (only && *only != track.device) return std::nullopt;
    only = track.device;
  }
  return only;
}

std::optional<SliceRef> Snapshot::find_slice(EventId id) const {
  count_work(Work::Lookups);
  if (index_of(id) >= slice_count) return std::nullopt;
  const auto after =
      std::upper_bound(chunk_locations.begin(), chunk_locations.end(), id,
                       [](EventId e, const ChunkLocation& home) { return e < home.first_id; });
  if (after == chunk_locations.begin()) return std::nullopt;
  const ChunkLocation& home = *(after - 1);
  LANESCOPE_SLOW_CHECK(
      index_of(home.track) < tracks.size() &&
          home.chunk < tracks[index_of(home.track)].chunks.size(),
      "a home in a track of this snapshot: chunk {} of track {}, there are {} tracks", home.chunk,
      home.track, tracks.size());
  const Track& track = tracks[index_of(home.track)];
  const TrackChunk& chunk = *track.chunks[home.chunk];
  LANESCOPE_SLOW_CHECK(chunk.first_id == home.first_id,
                       "the chunk that begins with event {}, not {}", home.first_id,
                       chunk.first_id);
  const std::uint32_t slice = index_of(id) - index_of(chunk.first_id);
  if (slice >= chunk.size()) return std::nullopt;
  return SliceRef{&track, &chunk, slice};
}

std::optional<Place> Snapshot::place_of(EventId id) const {
  if (const auto home = find_slice(id)) return home->chunk->place[home->slice];
  if (!instants || instants->size() == 0) return std::nullopt;
  const std::uint32_t first = index_of(instants->first_id);
  if (index_of(id) < first || index_of(id) - first >= instants->size()) return std::nullopt;
  return instants->place[index_of(id) - first];
}

std::optional<Place> Snapshot::end_place_of(EventId id) const {
  const auto found = std::ranges::lower_bound(end_places, id, {}, &EndPlace::event);
  if (found == end_places.end() || found->event != id) return std::nullopt;
  return found->place;
}

std::size_t Snapshot::memory_bytes() const {
  std::size_t bytes = tracks.capacity() * sizeof(Track) +
                      chunk_locations.capacity() * sizeof(ChunkLocation) +
                      steps.capacity() * sizeof(Step);
  for (const Track& track : tracks) {
    for (const auto& chunk : track.chunks) bytes += chunk->memory_bytes();
  }
  for (const auto& counter : counters) bytes += bytes_of(*counter);
  for (const auto& track : memory) bytes += bytes_of(*track);
  bytes += end_places.capacity() * sizeof(EndPlace);
  bytes += kernel_traits.capacity() * sizeof(KernelTraits);
  for (const BusyProfile& profile : gpu_busy) bytes += profile.share.capacity() * sizeof(float);
  if (strings) bytes += strings->memory_bytes();
  if (instants) bytes += bytes_of(*instants);
  if (flows) bytes += bytes_of(*flows);
  if (launches) bytes += bytes_of(*launches);
  return bytes;
}

}  // namespace lanescope
