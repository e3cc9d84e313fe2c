// How well kernels fill the GPU, from the launch configurations that CUPTI recorded.
#pragma once

#include <map>
#include <optional>

#include "core/base/text/ids.h"

namespace lanescope {

class AnalysisResults;

/// Means over the kernels with one name, weighted by duration; nullopt if no kernel has the value.
struct KernelShape {
  std::optional<double> blocks_per_sm;
  std::optional<double> occupancy_pct;  // estimated from the launch, not measured
  std::optional<double> registers;      // of each thread
  std::optional<double> shared_bytes;   // of each block
  std::optional<double> warps_per_sm;   // of the whole launch
};

/// A shared result: the shapes by name. nullopt if the trace's texts cannot be read or the window
/// has more than kMostArgumentTexts kernels.
struct KernelShapes {
  std::optional<std::map<StringId, KernelShape>> of_name;
};

/// Cost: the text of every kernel is read and parsed, so do not call it on the UI thread.
KernelShapes read_kernel_shapes(const AnalysisResults& in);

}  // namespace lanescope
