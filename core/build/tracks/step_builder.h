// Steps: the ProfilerStep markers of host threads, or other ranges that repeat, each with its own
// range. A marker without a length is a step too; analyses extend it to the next one
// (step_ranges.h). If it is the last one, nothing says where the step ends, and it is dropped.
// Markers with the same name and start on the same track are one step.
#pragma once

#include <cstdint>
#include <string_view>
#include <vector>

#include "core/build/tracks/issue_log.h"
#include "core/store/snapshot.h"

namespace lanescope {

/// Sorted by start, from the snapshot's strings, categories and tracks. If `prefix` is not empty,
/// steps are marked by other ranges, whose names are that and a number, or that alone; if no thread
/// has any, they may be spans that do not overlap, such as NVTX ranges that were started and ended.
/// Markers that are not steps of their own are reported. Cost: a pass over the names and, if there
/// are steps, one over the host slices.
std::vector<Step> collect_steps(const Snapshot& snapshot, std::string_view prefix,
                                IssueLog& issues);

/// The ranges that a user says are steps.
struct ChosenSteps {
  std::vector<Step> steps;  // by start
  bool matched = false;     // a range has such a name, though it may be cut off
  bool overlap = false;     // they are spans of no thread, and overlap: no steps
};

/// Of a built snapshot, complete or not. `pattern`: of all of a name, see matches_wildcards().
/// Annotations and operators come first; if none has such a name, other ranges of threads, such as
/// Python functions; then spans, and a program's own tracks. What is no step of its own is reported
/// as by collect_steps(). Cost: the same.
ChosenSteps collect_chosen_steps(const Snapshot& snapshot, std::string_view pattern,
                                 IssueLog& issues);

}  // namespace lanescope
