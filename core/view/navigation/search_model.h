// The result of a search, prepared for drawing and for stepping from match to match.
#pragma once

#include <bitset>
#include <cstdint>
#include <optional>
#include <stop_token>
#include <string>
#include <string_view>
#include <vector>

#include "core/analysis/search/event_query.h"
#include "core/base/text/ids.h"
#include "core/base/time.h"
#include "core/store/snapshot.h"
#include "core/view/details/model.h"
#include "core/view/navigation/navigation.h"

namespace lanescope {

class SearchMatches {
 public:
  SearchMatches() = default;
  /// `events` sorted by time.
  SearchMatches(std::vector<EventId> events, Ns covered_ns, Ns gpu_covered_ns);

  [[nodiscard]] const std::vector<EventId>& events() const { return events_; }
  /// The time that they cover on each thread and stream, summed over these.
  [[nodiscard]] Ns covered_ns() const { return covered_ns_; }
  /// The part of covered_ns() from events on the GPU's rows.
  [[nodiscard]] Ns gpu_covered_ns() const { return gpu_covered_ns_; }
  /// Whether any of `count` consecutive events was found. Cost: O(count / 64).
  [[nodiscard]] bool any_of(EventId first, std::uint32_t count = 1) const;
  /// The index of an event among the matches. Cost: O(matches).
  [[nodiscard]] std::optional<std::size_t> place_of(EventId event) const;

  /// Where in the trace matches start, as kPlaces equal parts of its extent: for drawing them all
  /// at once.
  static constexpr std::size_t kPlaces = 4096;
  std::bitset<kPlaces> places;

  /// Why the expression is invalid; empty if it is valid.
  std::string error;
  /// Why nothing was found, if it may be due to the expression.
  std::string hint;

 private:
  std::vector<EventId> events_;
  std::vector<std::uint64_t> bits_;  // one per event id
  Ns covered_ns_ = 0, gpu_covered_ns_ = 0;
};

/// Run it on a worker; see event_query.h for the syntax. `json` is called only for terms about
/// arguments and shapes.
SearchMatches find_matches(const Snapshot& snapshot, std::string_view expression,
                           const ReadEvent& json = {}, const std::stop_token& stop = {});

/// The match after or before an event, wrapping around at the ends; searches from `from_ns` if the
/// event is not a match. EventId::None if there are no matches.
EventId step_match(const Snapshot& snapshot, const SearchMatches& matches, EventId from, Ns from_ns,
                   Direction direction);

/// "3 of 241 · 12.79 ms", "241 · 12.79 ms", "no matches". The time is what they cover: of matches
/// inside one another, the outermost counts.
std::string matches_text(const SearchMatches& matches, EventId selected);

/// "12.00 µs", or for events of both sides "602.0 ms on the GPU and 217.0 ms on the host": adding
/// an operator's time to that of its kernels would count the same work twice.
std::string summed_text(Ns total_ns, Ns gpu_ns);

}  // namespace lanescope
