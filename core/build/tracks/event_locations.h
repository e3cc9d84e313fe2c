// EventLocations: which track and slice an event is, while the chunks are not in a snapshot yet.
#pragma once

#include <algorithm>
#include <cstdint>
#include <utility>
#include <vector>

#include "core/base/check.h"
#include "core/build/tracks/track_builder.h"

namespace lanescope {

class EventLocations {
 public:
  /// `built`: its chunks have their first_id set; must outlive this.
  explicit EventLocations(const BuiltTracks& built) : built_(built) {
    for (std::size_t t = 0; t < built.chunks.size(); ++t) {
      if (built.chunks[t]) locations_.emplace_back(built.chunks[t]->first_id, t);
    }
    std::sort(locations_.begin(), locations_.end());
  }

  /// Track and slice of an event that exists. Cost: log(tracks).
  [[nodiscard]] std::pair<std::size_t, std::uint32_t> of(EventId event) const {
    const auto after =
        std::upper_bound(locations_.begin(), locations_.end(), std::pair(event, SIZE_MAX));
    LANESCOPE_CHECK(after != locations_.begin(), "event {} in one of {} chunks", event,
                    locations_.size());
    const auto& [first, track] = *(after - 1);
    const std::uint32_t slice = index_of(event) - index_of(first);
    LANESCOPE_CHECK(slice < built_.chunks[track]->size(), "slice {} on track {}, which has {}",
                    slice, track, built_.chunks[track]->size());
    return {track, slice};
  }
  [[nodiscard]] TimeRange range_of(EventId event) const {
    const auto [t, slice] = of(event);
    return built_.chunks[t]->range(slice);
  }
  /// The earlier one; of a call within a call the outer.
  [[nodiscard]] bool begins_before(EventId a, EventId b) const {
    const TimeRange of_a = range_of(a);
    const TimeRange of_b = range_of(b);
    if (of_a.begin_ns != of_b.begin_ns) return of_a.begin_ns < of_b.begin_ns;
    return of_a.end_ns != of_b.end_ns ? of_a.end_ns > of_b.end_ns : a < b;
  }

 private:
  const BuiltTracks& built_;
  std::vector<std::pair<EventId, std::size_t>> locations_;
};

}  // namespace lanescope
