// Where an event lives, and what stays the same about it when ids change.
#pragma once

#include <cstdint>
#include <optional>
#include <string>

#include "core/base/text/ids.h"
#include "core/base/time.h"
#include "core/store/snapshot.h"

namespace lanescope {

/// An instant's home. (A slice's is Snapshot::find_slice.)
struct InstantRef {
  const Track* track = nullptr;
  std::uint32_t instant = 0;  // into Snapshot::instants
};
/// The instants of a track, as places in the table.
struct InstantRange {
  std::uint32_t begin = 0, end = 0;
};
InstantRange instants_of(const Snapshot& snapshot, TrackId track);
/// nullopt for slices and unknown ids. Cost: log(tracks).
std::optional<InstantRef> find_instant(const Snapshot& snapshot, EventId event);

/// From start to end; empty at its time for an instant. nullopt for unknown ids.
std::optional<TimeRange> event_range(const Snapshot& snapshot, EventId event);

/// What stays the same about an event when ids change.
struct EventKey {
  std::string process, thread, name;
  TrackKind kind = TrackKind::Other;
  bool instant = false;
  Ns start_ns = 0, dur_ns = 0;
};
/// nullopt for unknown ids.
std::optional<EventKey> event_key(const Snapshot& snapshot, EventId event);
/// EventId::None when there is no such event. Cost: log(events of the track).
EventId find_event(const Snapshot& snapshot, const EventKey& key);

/// A stretch in which nothing runs on a device. No event of the trace says so; it is found by
/// looking for what is not there, and named by its place.
struct GapRef {
  std::int64_t device = -1;
  TimeRange range;
  friend bool operator==(const GapRef&, const GapRef&) = default;
};

}  // namespace lanescope
