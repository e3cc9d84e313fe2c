// The order of lanes for two runs above each other, where each has little height.
#pragma once

#include "core/view/lanes/tree.h"

namespace lanescope {

/// Puts the GPUs after the steps and before the threads, and in each GPU the annotations, which
/// repeat the steps, after everything else. Keys do not change, so the user's own order holds.
/// Cost: O(lanes).
void put_gpu_first(LaneTree& tree);

}  // namespace lanescope
