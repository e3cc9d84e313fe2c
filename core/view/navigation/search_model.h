// What a search found, ready for drawing and for walking from match to match.
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
  /// `events` by time.
  SearchMatches(std::vector<EventId> events, Ns total_dur_ns, Ns gpu_dur_ns);

  [[nodiscard]] const std::vector<EventId>& events() const { return events_; }
  [[nodiscard]] Ns total_dur_ns() const { return total_dur_ns_; }
  /// Of that the events on the GPU's rows.
  [[nodiscard]] Ns gpu_dur_ns() const { return gpu_dur_ns_; }
  /// Whether any of `count` consecutive events was found. Cost: O(count / 64).
  [[nodiscard]] bool any_of(EventId first, std::uint32_t count = 1) const;
  /// The place of an event among the matches. Cost: O(matches).
  [[nodiscard]] std::optional<std::size_t> place_of(EventId event) const;

  /// Where in the trace matches start, in kPlaces equal parts of its extent: for drawing all of
  /// them at once.
  static constexpr std::size_t kPlaces = 4096;
  std::bitset<kPlaces> places;

  /// Why the expression is not understood; empty when it is.
  std::string error;
  /// Why nothing was found, where the expression is the reason.
  std::string hint;

 private:
  std::vector<EventId> events_;
  std::vector<std::uint64_t> bits_;  // one an event id
  Ns total_dur_ns_ = 0, gpu_dur_ns_ = 0;
};

/// For a worker; see event_query.h for the language. `json` is asked for terms about arguments and
/// shapes only.
SearchMatches find_matches(const Snapshot& snapshot, std::string_view expression,
                           const ReadEvent& json = {}, const std::stop_token& stop = {});

/// The match after or before an event, around the ends; from `from_ns` on when the event is no
/// match. EventId::None when there are no matches.
EventId step_match(const Snapshot& snapshot, const SearchMatches& matches, EventId from, Ns from_ns,
                   Direction direction);

/// "3 of 241 · 12.79 ms", "241 · 12.79 ms", "nothing found".
std::string matches_text(const SearchMatches& matches, EventId selected);

/// "12.00 µs", of events of both sides "602.0 ms on the GPU and 217.0 ms on the host": one sum of
/// an operator and of its kernels would be no time that has passed.
std::string summed_text(Ns total_ns, Ns gpu_ns);

}  // namespace lanescope
