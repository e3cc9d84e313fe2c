#include "core/view/ranks/rank_events.h"

#include <algorithm>
#include <tuple>
#include <utility>

#include "core/view/events/event_ref.h"
#include "core/view/text/short_name.h"
#include "core/view/text/time_text.h"

namespace lanescope {
namespace {

constexpr std::size_t kMostNamed = 3;  // ranks, in a line

const RankStream* stream_of(const RankPicture& rank, EventId event) {
  const auto at = rank.snapshot ? rank.snapshot->find_slice(event) : std::nullopt;
  if (!at) return nullptr;
  const auto stream = std::ranges::find(rank.streams, at->track->id, &RankStream::track);
  return stream == rank.streams.end() ? nullptr : &*stream;
}

/// Of what was found in a trace, the part that has a row here.
SearchMatches on_streams(const RankPicture& rank, const SearchMatches& found) {
  std::vector<EventId> events;
  Ns total_ns = 0;
  for (const EventId event : found.events()) {
    if (stream_of(rank, event) == nullptr) continue;
    events.push_back(event);
    total_ns = saturating_add(total_ns, event_range(*rank.snapshot, event)->length_ns());
  }
  return {std::move(events), total_ns, total_ns};
}

void sort_by_start(const RanksPicture& run, std::vector<RankEvent>& events) {
  std::vector<std::tuple<Ns, std::size_t, EventId>> keys;
  keys.reserve(events.size());
  for (const RankEvent& one : events)
    keys.emplace_back(axis_range(run, one)->begin_ns, one.trace, one.event);
  std::ranges::sort(keys);
  std::ranges::transform(keys, events.begin(), [](const auto& key) {
    return RankEvent{std::get<1>(key), std::get<2>(key)};
  });
}

/// "rank 0, rank 2", "5 ranks".
std::string ranks_text(const RanksPicture& run, const std::vector<std::size_t>& traces) {
  if (traces.size() > kMostNamed) return counted(traces.size(), "rank");
  std::string text;
  for (const std::size_t trace : traces)
    text += (text.empty() ? "" : ", ") + rank_title(run, trace);
  return text;
}

/// Arguments are not kept for the ranks.
std::string argument_hint(std::string_view expression) {
  const Result<EventQuery> query = parse_event_query(expression);
  const auto reads = [](const QueryTerm& term) {
    return term.field == QueryField::Shape || term.field == QueryField::Argument;
  };
  if (!query.ok() || std::ranges::none_of(query.value().terms, reads)) return "";
  return "Shapes and arguments are searched in the trace of one rank; open it alone.";
}

}  // namespace

std::optional<TimeRange> axis_range(const RanksPicture& run, RankEvent event) {
  const RankPicture& rank = run.ranks[event.trace];
  const auto own = rank.snapshot ? event_range(*rank.snapshot, event.event) : std::nullopt;
  if (!own) return std::nullopt;
  return TimeRange{run.on_axis(event.trace, own->begin_ns), run.on_axis(event.trace, own->end_ns)};
}

RanksMatches find_rank_matches(const RanksPicture& run, const std::vector<bool>& which,
                               std::string_view expression, const std::stop_token& stop) {
  RanksMatches matches;
  matches.of.resize(run.ranks.size());
  for (std::size_t trace = 0; trace < run.ranks.size(); ++trace) {
    const RankPicture& rank = run.ranks[trace];
    if (!which[trace] || !rank.snapshot || stop.stop_requested()) continue;
    const SearchMatches found = find_matches(*rank.snapshot, expression, {}, stop);
    matches.error = found.error;
    matches.hint = found.hint;
    matches.searched.push_back(trace);
    matches.of[trace] = on_streams(rank, found);
    for (const EventId event : matches.of[trace].events()) matches.events.push_back({trace, event});
    matches.total_dur_ns = saturating_add(matches.total_dur_ns, matches.of[trace].covered_ns());
  }
  if (const std::string hint = argument_hint(expression); !hint.empty()) matches.hint = hint;
  sort_by_start(run, matches.events);
  return matches;
}

std::optional<RankEvent> step_rank_match(const RanksPicture& run, const RanksMatches& matches,
                                         std::optional<RankEvent> from, Ns from_ns,
                                         Direction direction) {
  const std::vector<RankEvent>& events = matches.events;
  if (events.empty()) return std::nullopt;
  const std::size_t count = events.size();
  const bool next = direction == Direction::Next;
  const auto here = from ? std::ranges::find(events, *from) : events.end();
  if (here != events.end()) {
    const auto place = static_cast<std::size_t>(here - events.begin());
    return events[(place + (next ? 1 : count - 1)) % count];
  }
  if (const auto range = from ? axis_range(run, *from) : std::nullopt) from_ns = range->begin_ns;
  const auto later = std::ranges::partition_point(
      events, [&](const RankEvent& one) { return axis_range(run, one)->begin_ns < from_ns; });
  const auto at = static_cast<std::size_t>(later - events.begin());
  return events[(at + (next ? 0 : count - 1)) % count];
}

std::string rank_matches_text(const RanksPicture& run, const RanksMatches& matches,
                              std::optional<RankEvent> selected) {
  if (matches.searched.empty()) return "unfold a rank to search it";
  if (matches.events.empty()) return "no matches on " + ranks_text(run, matches.searched);
  const std::string count = count_text(matches.events.size());
  const auto here = selected ? std::ranges::find(matches.events, *selected) : matches.events.end();
  if (here != matches.events.end()) {
    const auto place = static_cast<std::size_t>(here - matches.events.begin());
    return count_text(place + 1) + " of " + count + " · " + rank_title(run, here->trace);
  }
  return count + " on " + ranks_text(run, matches.searched) + " · " +
         format_duration(matches.total_dur_ns);
}

std::optional<EventId> next_longest(const RankPicture& rank, EventId event) {
  const auto home = rank.snapshot ? rank.snapshot->find_slice(event) : std::nullopt;
  if (!home) return std::nullopt;
  const StringId name = home->chunk->name[home->slice];
  std::vector<std::pair<Ns, EventId>> same;  // by length, descending
  for (const RankStream& stream : rank.streams) {
    for (const auto& chunk : rank.snapshot->tracks[index_of(stream.track)].chunks) {
      for (std::uint32_t i = 0; i < chunk->size(); ++i) {
        if (chunk->name[i] == name)
          same.emplace_back(-chunk->range(i).length_ns(), chunk->id_of(i));
      }
    }
  }
  std::ranges::sort(same);
  const auto here = std::ranges::find(same, event, &std::pair<Ns, EventId>::second);
  if (same.size() < 2 || here == same.end()) return std::nullopt;
  const auto after = std::next(here);
  return after == same.end() ? same.front().second : after->second;
}

RanksDetails event_details(const RanksPicture& run, RankEvent event) {
  using Kind = RanksDetailRow::Kind;
  RanksDetails details;
  const RankPicture& rank = run.ranks[event.trace];
  const auto key = rank.snapshot ? event_key(*rank.snapshot, event.event) : std::nullopt;
  if (!key) return details;
  details.title = short_name(key->name);
  details.subtitle = rank_label(run, event.trace);
  const auto fact = [&](std::string title, std::string value) {
    details.rows.push_back({Kind::Fact, std::move(title), std::move(value), 0, 0});
  };
  if (const RankStream* stream = stream_of(rank, event.event)) fact("Stream", stream->title);
  const Ns from_ns = saturating_sub(axis_range(run, event)->begin_ns, run.extent.begin_ns);
  fact("Start", format_duration(from_ns));
  fact("Duration", format_duration(key->dur_ns));
  details.rows.push_back({Kind::Text, "",
                          "Its launch, operators, stack and arguments are in the trace of the "
                          "rank.",
                          0, 0});
  // A search matches it where the short name does not show why.
  if (key->name != details.title) {
    details.rows.push_back({Kind::Section, "FULL NAME", "", 0, 0});
    details.rows.push_back({Kind::Text, "", std::string(key->name), 0, 0});
  }
  return details;
}

}  // namespace lanescope
