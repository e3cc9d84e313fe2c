#include "app/cli/events/event_line.h"

#include <fmt/core.h>

#include "core/store/gpu_lanes.h"
#include "core/view/events/event_ref.h"
#include "core/view/text/lane_names.h"

namespace lanescope {

std::optional<EventLine> event_line(const Snapshot& trace, EventId event) {
  if (const auto slice = trace.find_slice(event)) {
    const TrackChunk& chunk = *slice->chunk;
    return EventLine{event,
                     chunk.name[slice->slice],
                     chunk.category[slice->slice],
                     slice->track->id,
                     chunk.start_ns[slice->slice],
                     chunk.dur_ns[slice->slice]};
  }
  const auto instant = find_instant(trace, event);
  if (!instant) return std::nullopt;
  const InstantTable& instants = *trace.instants;
  return EventLine{event,
                   instants.name[instant->instant],
                   instants.category[instant->instant],
                   instant->track->id,
                   instants.time_ns[instant->instant],
                   0};
}

Result<EventId> event_of_id(const Snapshot& trace, std::int64_t id) {
  const bool fits = id >= 0 && id < static_cast<std::int64_t>(index_of(EventId::None));
  const EventId event = fits ? EventId{static_cast<std::uint32_t>(id)} : EventId::None;
  if (trace.place_of(event)) return event;
  return Error{Error::Kind::NotFound,
               fmt::format("no event has the id {}; see `lanescope search`", id)};
}

Json event_line_json(const Snapshot& trace, const TrackList& lanes, const EventLine& line) {
  const StringId category = trace.categories[index_of(line.category)].name;
  return {{"id", index_of(line.event)},
          {"name", json_text(trace, line.name)},
          {"cat", json_text_or_null(trace, category)},
          {"lane", lanes.lane_of_track[index_of(line.track)]},
          {"lane_name", lane_title(trace, line.track)},
          {"start_ns", JsonTimes(trace)(line.start_ns)},
          {"dur_ns", line.dur_ns}};
}

std::string lane_title(const Snapshot& trace, TrackId id) {
  const Track& track = trace.tracks[index_of(id)];
  return is_gpu_lane(track.kind) ? device_title(trace, track) + " · " + stream_title(trace, track)
                                 : process_title(trace, track) + " · " + thread_title(trace, track);
}

}  // namespace lanescope
