// Single events of the ranks of a run: those that a search finds on the streams of several ranks,
// and what is known of one. Arguments are not among it: they are read where the trace of a rank is
// opened alone.
#pragma once

#include <cstddef>
#include <optional>
#include <stop_token>
#include <string>
#include <string_view>
#include <vector>

#include "core/view/navigation/search_model.h"
#include "core/view/ranks/text.h"

namespace lanescope {

/// An event of one rank.
struct RankEvent {
  std::size_t trace = 0;
  EventId event = EventId::None;
  friend bool operator==(const RankEvent&, const RankEvent&) = default;
};

/// From start to end, on the common axis; nullopt for unknown events.
std::optional<TimeRange> axis_range(const RanksPicture& run, RankEvent event);

/// What a search found on the streams of some ranks.
struct RanksMatches {
  std::vector<SearchMatches> of;      // by trace; empty for those that were not searched
  std::vector<std::size_t> searched;  // the traces
  std::vector<RankEvent> events;      // of all, by start on the common axis
  Ns total_dur_ns = 0;
  std::string error, hint;  // as those of SearchMatches
};

/// Searches the streams of those ranks whose snapshots are in memory; `which` is by trace. Run it
/// on a worker.
RanksMatches find_rank_matches(const RanksPicture& run, const std::vector<bool>& which,
                               std::string_view expression, const std::stop_token& stop = {});

/// The match after or before one, wrapping around at the ends; from `from_ns` on the axis if there
/// is none to begin from. nullopt without matches.
std::optional<RankEvent> step_rank_match(const RanksPicture& run, const RanksMatches& matches,
                                         std::optional<RankEvent> from, Ns from_ns,
                                         Direction direction);

/// "3 of 12 · rank 2", "12 on rank 0, rank 2 · 1.200 ms", "no matches on rank 0"; or that no rank
/// is unfolded.
std::string rank_matches_text(const RanksPicture& run, const RanksMatches& matches,
                              std::optional<RankEvent> selected);

/// The event of the same name on the streams of the rank that is next in length, after the shortest
/// the longest; nullopt if it is the only one. Cost: a pass over the streams.
std::optional<EventId> next_longest(const RankPicture& rank, EventId event);

/// Its stream, start and duration, where there is more, and its full name if the title shortens it.
RanksDetails event_details(const RanksPicture& run, RankEvent event);

}  // namespace lanescope
