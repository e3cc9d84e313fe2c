#include "core/view/navigation/search_model.h"

#include <algorithm>
#include <utility>

#include "core/view/events/event_ref.h"

namespace lanescope {
namespace {

constexpr std::size_t kLookUpEvery = 4096;  // events between checks of the stop token

void fill_places(const Snapshot& snapshot, const std::stop_token& stop, SearchMatches& matches) {
  const TimeRange extent = snapshot.extent;
  const double ns_per_place =
      static_cast<double>(extent.length_ns()) / static_cast<double>(SearchMatches::kPlaces);
  if (ns_per_place <= 0) return;
  std::size_t seen = 0;
  for (const EventId event : matches.events()) {
    if (++seen % kLookUpEvery == 0 && stop.stop_requested()) return;
    const auto range = event_range(snapshot, event);
    if (!range || range->begin_ns < extent.begin_ns) continue;
    const auto from_ns = static_cast<double>(range->begin_ns - extent.begin_ns);
    const auto place = static_cast<std::size_t>(from_ns / ns_per_place);
    matches.places.set(std::min(place, SearchMatches::kPlaces - 1));
  }
}

}  // namespace

SearchMatches::SearchMatches(std::vector<EventId> events, Ns covered_ns, Ns gpu_covered_ns)
    : events_(std::move(events)), covered_ns_(covered_ns), gpu_covered_ns_(gpu_covered_ns) {
  if (events_.empty()) return;
  bits_.resize(index_of(*std::ranges::max_element(events_)) / 64 + 1);
  for (const EventId event : events_)
    bits_[index_of(event) / 64] |= std::uint64_t{1} << index_of(event) % 64;
}

bool SearchMatches::any_of(EventId first, std::uint32_t count) const {
  std::uint64_t at = index_of(first);
  const std::uint64_t end = std::min<std::uint64_t>(at + count, bits_.size() * 64);
  while (at < end) {
    const std::uint64_t left = std::min<std::uint64_t>(64 - at % 64, end - at);
    const std::uint64_t mask = left == 64 ? ~std::uint64_t{0} : (std::uint64_t{1} << left) - 1;
    if ((bits_[at / 64] >> at % 64 & mask) != 0) return true;
    at += left;
  }
  return false;
}

std::optional<std::size_t> SearchMatches::place_of(EventId event) const {
  if (!any_of(event)) return std::nullopt;
  return static_cast<std::size_t>(std::ranges::find(events_, event) - events_.begin());
}

SearchMatches find_matches(const Snapshot& snapshot, std::string_view expression,
                           const ReadEvent& json, const std::stop_token& stop) {
  const Result<EventQuery> query = parse_event_query(expression);
  if (!query.ok()) {
    SearchMatches none;
    none.error = query.error().message;
    return none;
  }
  FoundEvents found = search_events(snapshot, query.value(), json, stop);
  SearchMatches matches(std::move(found.events), found.covered_ns, found.gpu_covered_ns);
  fill_places(snapshot, stop, matches);
  if (stop.stop_requested()) return matches;
  matches.hint = missing_step_hint(snapshot, query.value());
  if (matches.hint.empty()) matches.hint = unknown_field_hint(snapshot, query.value());
  return matches;
}

EventId step_match(const Snapshot& snapshot, const SearchMatches& matches, EventId from, Ns from_ns,
                   Direction direction) {
  const std::vector<EventId>& events = matches.events();
  if (events.empty()) return EventId::None;
  const std::size_t count = events.size();
  const bool next = direction == Direction::Next;
  if (const auto place = matches.place_of(from))
    return events[next ? (*place + 1) % count : (*place + count - 1) % count];
  const auto later = std::ranges::partition_point(events, [&](EventId event) {
    const auto range = event_range(snapshot, event);
    return range && range->begin_ns < from_ns;
  });
  const auto at = static_cast<std::size_t>(later - events.begin());
  return events[next ? at % count : (at + count - 1) % count];
}

std::string summed_text(Ns total_ns, Ns gpu_ns) {
  const Ns host_ns = saturating_sub(total_ns, gpu_ns);
  if (gpu_ns == 0 || host_ns == 0) return format_duration(total_ns);
  return format_duration(gpu_ns) + " on the GPU and " + format_duration(host_ns) + " on the host";
}

std::string matches_text(const SearchMatches& matches, EventId selected) {
  if (matches.events().empty()) return "no matches";
  std::string text = format_count(static_cast<std::int64_t>(matches.events().size()));
  if (const auto place = matches.place_of(selected)) {
    text = format_count(static_cast<std::int64_t>(*place) + 1) + " of " + text;
  }
  if (matches.covered_ns() > 0)
    text += " · " + summed_text(matches.covered_ns(), matches.gpu_covered_ns());
  return text;
}

}  // namespace lanescope
