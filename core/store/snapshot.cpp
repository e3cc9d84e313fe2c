#include "core/store/snapshot.h"

#include <algorithm>

#include "core/base/threads/work.h"

namespace lanescope {
namespace {

constexpr std::uint32_t kPageSlices = 4096;

template <typename... Columns>
std::size_t bytes_of(const Columns&... columns) {
  return (columns.memory_bytes() + ...);
}

std::size_t bytes_of(const InstantTable& t) {
  return bytes_of(t.time_ns, t.name, t.category, t.place) +
         t.track_begin.capacity() * sizeof(std::uint32_t);
}

std::size_t bytes_of(const CounterTrack& t) {
  return bytes_of(t.time_ns, t.value, t.run_min, t.run_max);
}

std::size_t bytes_of(const MemoryTrack& t) {
  return bytes_of(t.time_ns, t.address, t.bytes, t.allocated, t.reserved, t.event, t.run_min,
                  t.run_max);
}

std::size_t bytes_of(const FlowTable& t) {
  return bytes_of(t.id, t.time_ns, t.track, t.slice, t.kind, t.phase, t.place, t.by_slice);
}

std::size_t bytes_of(const LaunchIndex& t) {
  return bytes_of(t.launch, t.gpu_event) + t.guessed.capacity() * sizeof(EventId);
}

}  // namespace

std::uint32_t FlowTable::end_of_flow(std::uint32_t begin) const {
  std::uint32_t end = begin + 1;
  while (end < size() && id[end] == id[begin] && kind[end] == kind[begin]) ++end;
  return end;
}

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

void Snapshot::index_chunks() {
  chunk_of_page.clear();
  if (chunk_locations.empty()) return;
  std::uint32_t chunk = 0;
  for (std::uint64_t first = 0; first < std::uint64_t{slice_count} + kPageSlices;
       first += kPageSlices) {
    while (chunk + 1 < chunk_locations.size() &&
           index_of(chunk_locations[chunk + 1].first_id) <= first)
      ++chunk;
    chunk_of_page.push_back(chunk);
  }
}

std::optional<SliceRef> Snapshot::find_slice(EventId id) const {
  count_work(Work::Lookups);
  if (index_of(id) >= slice_count || chunk_locations.empty()) return std::nullopt;
  // The last chunk that begins at or before the slice is between these.
  const std::size_t page = index_of(id) / kPageSlices;
  const bool indexed = page + 1 < chunk_of_page.size();
  std::size_t first = indexed ? chunk_of_page[page] : 0;
  std::size_t last = indexed ? chunk_of_page[page + 1] : chunk_locations.size() - 1;
  while (first < last) {
    const std::size_t middle = last - (last - first) / 2;
    if (chunk_locations[middle].first_id <= id) {
      first = middle;
    } else {
      last = middle - 1;
    }
  }
  const ChunkLocation& home = chunk_locations[first];
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
  std::size_t bytes =
      tracks.capacity() * sizeof(Track) + chunk_locations.capacity() * sizeof(ChunkLocation) +
      chunk_of_page.capacity() * sizeof(std::uint32_t) + steps.capacity() * sizeof(Step);
  for (const Track& track : tracks) {
    for (const auto& chunk : track.chunks) bytes += chunk->memory_bytes();
  }
  for (const auto& counter : counters) bytes += bytes_of(*counter);
  for (const auto& track : memory) bytes += bytes_of(*track);
  bytes += end_places.capacity() * sizeof(EndPlace) + unended.capacity() * sizeof(EventId) +
           begun_earlier.capacity() * sizeof(std::uint64_t);
  bytes += kernel_traits.capacity() * sizeof(KernelTraits);
  for (const BusyProfile& profile : gpu_busy) bytes += profile.share.capacity() * sizeof(float);
  if (strings) bytes += strings->memory_bytes();
  if (instants) bytes += bytes_of(*instants);
  if (flows) bytes += bytes_of(*flows);
  if (launches) bytes += bytes_of(*launches);
  return bytes;
}

}  // namespace lanescope
