#include "core/view/events/event_ref.h"

#include <algorithm>

namespace lanescope {
namespace {

std::optional<std::uint32_t> instant_number(const Snapshot& snapshot, EventId event) {
  if (!snapshot.instants || snapshot.instants->size() == 0) return std::nullopt;
  const std::uint32_t first = index_of(snapshot.instants->first_id);
  if (index_of(event) < first || index_of(event) - first >= snapshot.instants->size()) {
    return std::nullopt;
  }
  return index_of(event) - first;
}

/// The track of an instant, by its index in the table.
const Track& track_of_instant(const Snapshot& snapshot, std::uint32_t instant) {
  const auto& begin = snapshot.instants->track_begin;
  const auto after = std::upper_bound(begin.begin(), begin.end(), instant);
  return snapshot.tracks[static_cast<std::size_t>(after - begin.begin()) - 1];
}

EventKey key_of(const Snapshot& snapshot, const Track& track, StringId name) {
  const auto text = [&](StringId id) { return std::string(snapshot.text(id)); };
  return {text(track.process), text(track.thread), text(name), track.kind};
}

/// For a slice that had not ended when the key was taken, the longest: it may have ended since.
EventId find_slice_on(const Snapshot& snapshot, const Track& track, const EventKey& key) {
  EventId same_start = EventId::None;
  Ns longest_ns = -1;
  for (const auto& chunk : track.chunks) {
    for (const Row& row : chunk->rows) {
      const RowSlices slices = chunk->slices_of(row);
      auto at = std::lower_bound(slices.start_ns.begin(), slices.start_ns.end(), key.start_ns);
      for (; at != slices.start_ns.end() && *at == key.start_ns; ++at) {
        const auto i = static_cast<std::uint32_t>(at - slices.start_ns.begin());
        if (snapshot.text(slices.name[i]) != key.name) continue;
        if (slices.dur_ns[i] == key.dur_ns) return chunk->id_of(row.first + i);
        if (slices.dur_ns[i] <= longest_ns) continue;
        longest_ns = slices.dur_ns[i];
        same_start = chunk->id_of(row.first + i);
      }
    }
  }
  return same_start;
}

EventId find_instant_on(const Snapshot& snapshot, const Track& track, const EventKey& key) {
  const InstantRange own = instants_of(snapshot, track.id);
  if (own.begin == own.end) return EventId::None;
  const InstantTable& table = *snapshot.instants;
  const Ns* begin = table.time_ns.begin() + own.begin;
  const Ns* end = table.time_ns.begin() + own.end;
  for (const Ns* at = std::lower_bound(begin, end, key.start_ns); at != end && *at == key.start_ns;
       ++at) {
    const auto i = static_cast<std::uint32_t>(at - table.time_ns.begin());
    if (snapshot.text(table.name[i]) == key.name) return EventId{index_of(table.first_id) + i};
  }
  return EventId::None;
}

}  // namespace

InstantRange instants_of(const Snapshot& snapshot, TrackId track) {
  if (!snapshot.instants) return {};
  const auto& begin = snapshot.instants->track_begin;
  const std::size_t t = index_of(track);
  return t + 1 < begin.size() ? InstantRange{begin[t], begin[t + 1]} : InstantRange{};
}

std::optional<TimeRange> event_range(const Snapshot& snapshot, EventId event) {
  if (const auto home = snapshot.find_slice(event)) return home->chunk->range(home->slice);
  const auto instant = instant_number(snapshot, event);
  if (!instant) return std::nullopt;
  const Ns time_ns = snapshot.instants->time_ns[*instant];
  return TimeRange{time_ns, time_ns};
}

std::optional<InstantRef> find_instant(const Snapshot& snapshot, EventId event) {
  const auto instant = instant_number(snapshot, event);
  if (!instant) return std::nullopt;
  return InstantRef{&track_of_instant(snapshot, *instant), *instant};
}

std::optional<EventKey> event_key(const Snapshot& snapshot, EventId event) {
  if (const auto home = snapshot.find_slice(event)) {
    EventKey key = key_of(snapshot, *home->track, home->chunk->name[home->slice]);
    key.start_ns = home->chunk->start_ns[home->slice];
    key.dur_ns = home->chunk->dur_ns[home->slice];
    return key;
  }
  const auto instant = find_instant(snapshot, event);
  if (!instant) return std::nullopt;
  EventKey key = key_of(snapshot, *instant->track, snapshot.instants->name[instant->instant]);
  key.instant = true;
  key.start_ns = snapshot.instants->time_ns[instant->instant];
  return key;
}

EventId find_event(const Snapshot& snapshot, const EventKey& key) {
  for (const Track& track : snapshot.tracks) {
    if (track.kind != key.kind || snapshot.text(track.process) != key.process ||
        snapshot.text(track.thread) != key.thread) {
      continue;
    }
    const EventId found =
        key.instant ? find_instant_on(snapshot, track, key) : find_slice_on(snapshot, track, key);
    if (found != EventId::None) return found;
  }
  return EventId::None;
}

}  // namespace lanescope
