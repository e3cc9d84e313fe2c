// Nesting: which row of its lane each slice is drawn on.
//
// A slice goes one row below the innermost slice that contains it, or lower when that row is taken:
// slices that overlap without nesting (parallel graph branches, a Python frame that ends after the
// annotation it opened) get rows of their own and nothing is dropped.
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
  std::uint32_t row = 0;  // the answer
};

struct NestingResult {
  std::uint32_t rows = 0;
  std::uint32_t max_open = 0;  // most slices open at one instant
  std::uint64_t crossings =
      0;  // slices that start inside the innermost open slice and end after it
};

/// `slices` sorted by (start, end falling). Fills in the rows; on each row slices do not overlap.
/// Cost: linear for nested slices, log(rows) more for each overlap.
NestingResult assign_rows(std::span<SortedSlice> slices);

}  // namespace lanescope
