// What two runs were recorded with, and whether comparing them makes sense.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "core/compare/run_diff.h"

namespace lanescope {

/// A setting that differs. nullopt if the file does not have it.
struct EnvironmentDiff {
  std::string key;  // "gpu", "cuda_runtime_version", "with_stack", "world_size" …
  std::optional<std::string> a, b;
};

/// GPUs, versions, profiler options, world size, and all other simple values in the metadata;
/// names, dates and ids of the recording are left out. Cost: linear in the metadata.
std::vector<EnvironmentDiff> compare_environments(const Snapshot& a, const Snapshot& b);

/// Reasons why the comparison may mislead, one sentence each: different profiler options, GPUs or
/// shapes, too few steps or none, a truncated file, lost events. `by_op` is the difference at the
/// operator level.
std::vector<std::string> comparison_warnings(const Snapshot& a, const Snapshot& b,
                                             const RunDiff& by_op);

}  // namespace lanescope
