// The call that launched a GPU event.
#pragma once

#include <optional>

#include "core/base/text/ids.h"
#include "core/base/time.h"
#include "core/store/slice_finder.h"
#include "core/store/snapshot.h"

namespace lanescope {

struct LaunchCall {
  EventId event = EventId::None;
  TimeRange range;
  TrackId track = TrackId::None;
  StringId name = StringId::Empty;
};

/// `link` is the event's entry in TrackChunk::link. nullopt for orphans, including those whose
/// operator is known. Cost: that of SliceFinder::find.
inline std::optional<LaunchCall> find_launch_call(SliceFinder& slices, EventId link) {
  const auto call = slices.find(link);
  if (!call ||
      slices.snapshot().kind_of(call->chunk->category[call->slice]) != CategoryKind::HostCall) {
    return std::nullopt;
  }
  return LaunchCall{link, call->chunk->range(call->slice), call->track->id,
                    call->chunk->name[call->slice]};
}
/// The same for a single event. Cost: log(chunks).
inline std::optional<LaunchCall> find_launch_call(const Snapshot& snapshot, EventId link) {
  SliceFinder slices(snapshot);
  return find_launch_call(slices, link);
}

}  // namespace lanescope
