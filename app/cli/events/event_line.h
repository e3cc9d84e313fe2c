// One event in a list: a result of `search`, and the first part of the output of `event`.
#pragma once

#include <cstdint>
#include <optional>
#include <string>

#include "app/cli/output/json_output.h"
#include "core/analysis/events/lanes.h"
#include "core/base/result.h"
#include "core/store/snapshot.h"

namespace lanescope {

struct EventLine {
  EventId event = EventId::None;
  StringId name = StringId::Empty;
  CategoryId category = CategoryId::None;
  TrackId track = TrackId::None;
  Ns start_ns = 0, dur_ns = 0;
};

/// nullopt for unknown ids. Cost: one lookup.
std::optional<EventLine> event_line(const Snapshot& trace, EventId event);

/// The event that `event --id` names. Errors: NotFound.
Result<EventId> event_of_id(const Snapshot& trace, std::int64_t id);

/// { "id", "name", "cat", "lane", "start_ns", "dur_ns" } and the lane's title. "lane" is the id
/// from `info`.
Json event_line_json(const Snapshot& trace, const TrackList& lanes, const EventLine& line);

/// "GPU 0 · stream 7", "python pid 12 · thread 3".
std::string lane_title(const Snapshot& trace, TrackId track);

}  // namespace lanescope
