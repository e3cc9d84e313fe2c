// Which slices are open at a given time on a track, and what is nested in a slice: one binary
// search per row.
#pragma once

#include <cstdint>
#include <optional>
#include <utility>
#include <vector>

#include "core/base/time.h"
#include "core/store/snapshot.h"

namespace lanescope {

/// The slice of a row that covers the whole range (a point if it is empty); nullopt if none does.
std::optional<std::uint32_t> slice_covering(const TrackChunk& chunk, std::uint32_t row,
                                            TimeRange range);

/// All slices open at a time (started, not ended), outermost first. Cost: rows * log(slices).
std::vector<SliceRef> slices_at(const Track& track, Ns time_ns);

/// Slices [first, second) of a row that start in a range.
std::pair<std::uint32_t, std::uint32_t> slices_starting_in(const TrackChunk& chunk,
                                                           std::uint32_t row, TimeRange range);

}  // namespace lanescope
