// Matches the events of one run with those of the other.
#pragma once

#include <cstdint>
#include <stop_token>
#include <vector>

#include "core/compare/run_diff.h"

namespace lanescope {

/// Events are paired within paired steps (and between them) by name and by where they were called
/// from, in order of time. A slower event therefore does not shift the pairing of later ones.
struct Partners {
  std::vector<EventId> of_a, of_b;  // by EventId of a slice of that run; None: no partner
  std::uint64_t pairs = 0, only_a = 0, only_b = 0;

  [[nodiscard]] EventId in_b(EventId a) const { return at(of_a, a); }
  [[nodiscard]] EventId in_a(EventId b) const { return at(of_b, b); }

 private:
  static EventId at(const std::vector<EventId>& list, EventId event) {
    return index_of(event) < list.size() ? list[index_of(event)] : EventId::None;
  }
};

/// Matches in three passes: by the names of an event, its callers and its modules; by the
/// normalized names (normal_name) of an event and its callers; by the event's normalized name
/// alone. GPU work is matched along with its launch. Pure; complete snapshots only; not for the UI
/// thread. Cost: passes over all slices of both runs, and sorting them; about 56 bytes per slice
/// while running, 4 in the result. After a stop, the result is incomplete.
Partners find_partners(const Snapshot& a, const Snapshot& b, const AlignedRuns& runs,
                       const std::stop_token& stop = {});

}  // namespace lanescope
