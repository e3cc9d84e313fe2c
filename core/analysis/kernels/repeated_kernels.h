// Maximal runs of kernel names that occur more than once.
#pragma once

#include <span>
#include <vector>

#include "core/analysis/kernels/sequences.h"
#include "core/analysis/kernels/strings.h"

namespace lanescope {

/// Runs of 2 to 64 kernels of one launcher that cannot be made longer without losing a place; those
/// that save most, without those that mostly lie where a better one does. Cost: n log n.
std::vector<RepeatedKernels> repeated_kernels(std::span<const LaunchedKernel> kernels);

}  // namespace lanescope
