// What two runs were recorded with, and whether it makes sense to compare them.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "core/compare/run_diff.h"

namespace lanescope {

/// A fact that differs. nullopt where a file does not say.
struct EnvironmentDiff {
  std::string key;  // "gpu", "cuda_runtime_version", "with_stack", "world_size" …
  std::optional<std::string> a, b;
};

/// GPUs, versions, profiler options, world size and whatever else the files say of themselves in
/// one word; names, dates and ids of the recording are left out. Cost: the metadata.
std::vector<EnvironmentDiff> compare_environments(const Snapshot& a, const Snapshot& b);

/// Why the numbers may mislead, a sentence each: other profiler options, other GPUs, other shapes,
/// too few steps, no steps, a run that is cut off, events that are lost. `by_op` is the difference
/// at the operator level.
std::vector<std::string> comparison_warnings(const Snapshot& a, const Snapshot& b,
                                             const RunDiff& by_op);

}  // namespace lanescope
