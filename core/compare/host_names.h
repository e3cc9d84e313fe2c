// What the host did in both runs, by name: operators, calls, annotations.
#pragma once

#include <string>
#include <vector>

#include "core/compare/run_diff.h"

namespace lanescope {

/// Means per sample, over the events of all host threads that start within the sample's own range:
/// for a step, its ProfilerStep annotation.
struct HostNameDiff {
  std::string name;
  DiffStatus status = DiffStatus::Same;  // Changed: the counts differ; times are not compared
  double count_a = 0, count_b = 0;
  double sum_a_ns = 0, sum_b_ns = 0;  // of durations, including nested events
};

/// Rows sorted by name. All ProfilerStep ranges share one row, without their numbers. Python frames
/// are left out. Pure. Cost: a pass over the host threads of both runs.
std::vector<HostNameDiff> compare_host_names(const Snapshot& a, const Snapshot& b,
                                             const AlignedRuns& runs);

}  // namespace lanescope
