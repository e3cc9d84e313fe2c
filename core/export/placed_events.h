// The order in which events are written as JSON: that of the file, so that it is read sequentially,
// and anything that depends on the order is preserved, such as the nesting of events that begin at
// the same time.
#pragma once

#include <compare>
#include <cstdint>
#include <vector>

#include "core/export/event_selection.h"
#include "core/store/snapshot.h"

namespace lanescope {

struct Placed {
  std::uint64_t offset;
  std::uint32_t number;
  friend auto operator<=>(const Placed&, const Placed&) = default;
};

/// The selected slices; their numbers are those of their events. Of slices of a track with the same
/// times, the parent is first if writes_parents_first().
std::vector<Placed> placed_slices(const Snapshot& trace, const EventSelection& selection);
/// The selected instants; their numbers are their rows.
std::vector<Placed> placed_instants(const InstantTable& table, const EventSelection& selection);

}  // namespace lanescope
