// How many rows of slices threads show before anyone chose: Python stacks are a hundred rows deep,
// and a first look shall show the main thread and the GPU together.
#pragma once

#include <cstdint>
#include <limits>

#include "core/view/lanes/layout.h"

namespace lanescope {

struct FirstRows {
  std::uint32_t main = std::numeric_limits<std::uint32_t>::max();   // of main threads
  std::uint32_t other = std::numeric_limits<std::uint32_t>::max();  // of other threads

  [[nodiscard]] std::uint32_t of(const Lane& lane) const {
    if (lane.role == LaneRole::MainThread) return main;
    const bool thread = lane.role == LaneRole::Autograd || lane.role == LaneRole::Thread;
    return thread ? other : std::numeric_limits<std::uint32_t>::max();
  }
};

/// The most rows with which the first GPU's lanes begin inside an area of that height: all of its
/// streams where threads keep a comfortable number of rows, else the first one; in a low area, such
/// as one of two runs, other threads have one row. Without a GPU the second thread takes its place,
/// or the main thread is as high as the area. No limit when `view_px` is 0. Goes by the tree alone,
/// so that folding one lane never resizes another. Cost: O(lanes).
FirstRows first_rows(const LaneTree& tree, const LaneMetrics& metrics, float view_px);

}  // namespace lanescope
