// Which event of one run is which of the other.
#pragma once

#include <cstdint>
#include <stop_token>
#include <vector>

#include "core/compare/run_diff.h"

namespace lanescope {

/// Events pair up inside the steps that pair up (and between them), by what they are and where they
/// were called from, the n-th with the n-th: a slower event shifts nothing.
struct Partners {
  std::vector<EventId> of_a, of_b;  // by EventId of a slice of that run; None: it has no partner
  std::uint64_t pairs = 0, only_a = 0, only_b = 0;

  [[nodiscard]] EventId in_b(EventId a) const { return at(of_a, a); }
  [[nodiscard]] EventId in_a(EventId b) const { return at(of_b, b); }

 private:
  static EventId at(const std::vector<EventId>& list, EventId event) {
    return index_of(event) < list.size() ? list[index_of(event)] : EventId::None;
  }
};

/// First by the names of an event and of the operators and modules it was called from, then by
/// these names without what differs from build to build, then by the event's name alone. GPU work
/// goes with its launch call. Pure; complete snapshots only; not for the thread that draws. Cost:
/// passes over all slices of both runs, and sorting them; 40 bytes a slice meanwhile, 4 after. A
/// stop gives partners that are not whole.
Partners find_partners(const Snapshot& a, const Snapshot& b, const AlignedRuns& runs,
                       const std::stop_token& stop = {});

}  // namespace lanescope
