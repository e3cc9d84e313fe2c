// How many rows of slices a lane needs for a range of time.
#pragma once

#include <cstdint>

#include "core/base/time.h"
#include "core/store/snapshot.h"
#include "core/view/lanes/tree.h"

namespace lanescope {

/// The number of rows, from the first, down to the deepest one with a slice in the range; 1 if
/// there is none. All rows of lanes that are not of slices. Cost: log(slices) for each row below
/// that.
std::uint32_t rows_needed(const Snapshot& snapshot, const Lane& lane, TimeRange range);

}  // namespace lanescope
