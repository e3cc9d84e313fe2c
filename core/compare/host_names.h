// What the host did in both runs, by name: operators, calls, marked ranges.
#pragma once

#include <string>
#include <vector>

#include "core/compare/run_diff.h"

namespace lanescope {

/// Numbers are means a sample, of events that start in it on any thread.
struct HostNameDiff {
  std::string name;
  DiffStatus status = DiffStatus::Same;  // Changed: other counts; times are not looked at
  double count_a = 0, count_b = 0;
  double sum_a_ns = 0, sum_b_ns = 0;  // of durations, so what is nested counts in each
};

/// By name. The ranges that are the samples have one row however they are numbered. Python frames
/// are left out. Pure. Cost: a pass over the host threads of both runs.
std::vector<HostNameDiff> compare_host_names(const Snapshot& a, const Snapshot& b,
                                             const AlignedRuns& runs);

}  // namespace lanescope
