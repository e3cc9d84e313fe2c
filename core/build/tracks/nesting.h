// Nesting: the row of its lane that each slice is drawn on.
//
// A slice goes one row below the innermost slice that contains it, or lower if that row is taken:
// slices that overlap without nesting (parallel graph branches, a Python frame that ends after the
// annotation it opened) get rows of their own, and nothing is dropped. Of two such slices in a
// third one, the upper row goes to one that is much longer.
#pragma once

#include <cstdint>
#include <span>

#include "core/base/time.h"
#include "core/build/tracks/raw_events.h"

namespace lanescope {

struct SortedSlice {
  Ns start_ns = 0;
  Ns end_ns = 0;
  RawRef ref = 0;
  std::uint32_t row = 0;  // the result
};

struct NestingResult {
  std::uint32_t rows = 0;
  std::uint32_t max_open = 0;  // most slices open at one time
  std::uint64_t crossings =
      0;  // slices that start inside the innermost open slice and end after it
};

/// `slices` must be sorted by (start, decreasing end). Fills in the rows; on each row, slices do
/// not overlap. Cost: linear for nested slices, plus log(rows) for each overlap, and
/// at most a few hundred slices for each that is much longer than what it overlaps.
NestingResult assign_rows(std::span<SortedSlice> slices);

}  // namespace lanescope
