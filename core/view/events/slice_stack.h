// What is open at a time on a track, and what lies inside a slice: binary searches, one a row.
#pragma once

#include <cstdint>
#include <optional>
#include <utility>
#include <vector>

#include "core/base/time.h"
#include "core/store/snapshot.h"

namespace lanescope {

/// The slice of a row that covers a whole range (a point when it is empty); nullopt when none does.
std::optional<std::uint32_t> slice_covering(const TrackChunk& chunk, std::uint32_t row,
                                            TimeRange range);

/// All slices open at a time (begun, not ended), outermost first. Cost: rows * log(slices).
std::vector<SliceRef> slices_at(const Track& track, Ns time_ns);

/// Slices [first, second) of a row that start in a range.
std::pair<std::uint32_t, std::uint32_t> slices_starting_in(const TrackChunk& chunk,
                                                           std::uint32_t row, TimeRange range);

}  // namespace lanescope
