// How well kernels fill the GPU, from the arguments that CUPTI recorded with each launch.
#pragma once

#include <map>
#include <optional>
#include <stop_token>

#include "core/analysis/events/window.h"
#include "core/analysis/search/event_query.h"
#include "core/store/snapshot.h"

namespace lanescope {

/// Means over a name's kernels, weighted by their durations; nullopt where no kernel has it.
struct KernelShape {
  std::optional<double> blocks_per_sm;
  std::optional<double> occupancy_pct;  // estimated from the launch, not measured
};

/// By name, in the order of the file. nullopt when the window has more than kMostArgumentTexts
/// kernels. Cost: the text of every kernel is read and parsed, so not for the thread that draws.
std::optional<std::map<StringId, KernelShape>> read_kernel_shapes(const Snapshot& snapshot,
                                                                  const AnalysisWindow& window,
                                                                  const ReadEvent& read,
                                                                  const std::stop_token& stop = {});

}  // namespace lanescope
