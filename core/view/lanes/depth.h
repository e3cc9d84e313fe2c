// How many rows of slices a lane needs for a range of time, and rows that it keeps beyond them.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "core/base/time.h"
#include "core/store/snapshot.h"
#include "core/view/lanes/layout.h"
#include "core/view/lanes/tree.h"

namespace lanescope {

/// The number of rows, from the first, down to the deepest one with a slice in the range; 1 if
/// there is none. All rows of lanes that are not of slices. Cost: log(slices) for each row below
/// that.
std::uint32_t rows_needed(const Snapshot& snapshot, const Lane& lane, TimeRange range);

/// The position of a lane among all lanes in their order.
std::size_t lane_position(const LaneTree& tree, LaneRef lane);

/// Deepens lanes of a layout, in the order of `items`, until they are `missing_px` higher in all,
/// but none beyond what it `had`. `depths`, with which they were laid out, and `had` are the
/// Lane::depth of all lanes in their order. Returns whether any was deepened.
bool give_rows_back(const LaneTree& tree, const LaneMetrics& metrics,
                    std::span<const LayoutItem> items, std::span<const std::uint32_t> had,
                    float missing_px, std::vector<std::uint32_t>& depths);

}  // namespace lanescope
