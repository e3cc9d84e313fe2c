// The order in which events are written: track by track, first all slices, then all instants.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "core/export/event_selection.h"
#include "core/export/perfetto/args_in_order.h"
#include "core/store/snapshot.h"

namespace lanescope::perfetto {

inline EventId id_of_instant(const InstantTable& table, std::uint32_t i) {
  return EventId{index_of(table.first_id) + i};
}

/// Calls `each(chunk, slice)` for the selected slices of a track, by time, until it returns false.
template <typename Each>
void each_written_slice(const Track& track, const EventSelection& selection, Each each) {
  for (const auto& chunk : track.chunks) {
    for (std::uint32_t i = 0; i < chunk->size(); ++i) {
      const std::uint32_t slice = chunk->in_time_order(i);
      if (selection.has(chunk->id_of(slice)) && !each(*chunk, slice)) return;
    }
  }
}

/// Calls `each(track, table, i)` for the selected instants of all tracks, until it returns false.
template <typename Each>
void each_written_instant(const Snapshot& trace, const EventSelection& selection, Each each) {
  if (!trace.instants) return;
  const InstantTable& table = *trace.instants;
  for (const Track& track : trace.tracks) {
    const std::size_t t = index_of(track.id);
    if (t + 1 >= table.track_begin.size()) break;
    for (std::uint32_t i = table.track_begin[t]; i < table.track_begin[t + 1]; ++i) {
      if (selection.has_time(table.time_ns[i]) && !each(track, table, i)) return;
    }
  }
}

/// All of them, for ArgsInOrder.
inline std::vector<ArgsInOrder::Placed> events_in_order(const Snapshot& trace,
                                                        const EventSelection& selection) {
  std::vector<ArgsInOrder::Placed> events;
  events.reserve(selection.slice_count());
  for (const Track& track : trace.tracks) {
    each_written_slice(track, selection, [&](const TrackChunk& chunk, std::uint32_t slice) {
      events.push_back({chunk.place[slice].offset(), chunk.id_of(slice)});
      return true;
    });
  }
  each_written_instant(trace, selection,
                       [&](const Track&, const InstantTable& table, std::uint32_t i) {
                         events.push_back({table.place[i].offset(), id_of_instant(table, i)});
                         return true;
                       });
  return events;
}

}  // namespace lanescope::perfetto
