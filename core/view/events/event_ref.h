// Where an event is in a snapshot, and what identifies it when ids change.
#pragma once

#include <cstdint>
#include <optional>
#include <string>

#include "core/base/text/ids.h"
#include "core/base/time.h"
#include "core/store/snapshot.h"

namespace lanescope {

/// Where an instant is. (For slices: Snapshot::find_slice.)
struct InstantRef {
  const Track* track = nullptr;
  std::uint32_t instant = 0;  // into Snapshot::instants
};
/// The instants of a track, as indices into Snapshot::instants.
struct InstantRange {
  std::uint32_t begin = 0, end = 0;
};
InstantRange instants_of(const Snapshot& snapshot, TrackId track);
/// nullopt for slices and unknown ids. Cost: log(tracks).
std::optional<InstantRef> find_instant(const Snapshot& snapshot, EventId event);

/// From start to end; empty, at the instant's time, for an instant. nullopt for unknown ids.
std::optional<TimeRange> event_range(const Snapshot& snapshot, EventId event);

/// Identifies an event when ids change.
struct EventKey {
  std::string process, thread, name;
  TrackKind kind = TrackKind::Other;
  bool instant = false;
  Ns start_ns = 0, dur_ns = 0;
};
/// nullopt for unknown ids.
std::optional<EventKey> event_key(const Snapshot& snapshot, EventId event);
/// EventId::None if there is no such event. Cost: log(events of the track).
EventId find_event(const Snapshot& snapshot, const EventKey& key);

/// An interval in which a device is idle. The trace has no event for it, so it is identified by its
/// device and range.
struct GapRef {
  std::int64_t device = -1;
  TimeRange range;
  friend bool operator==(const GapRef&, const GapRef&) = default;
};

}  // namespace lanescope
