// Steps: the ProfilerStep markers of host threads, each with its own range. A marker without a
// length is a step too, which analyses take to last until the next one (step_ranges.h), unless it
// is the last: then nothing says where the step ends, and it is none. Markers of one name that
// start together are one step.
#pragma once

#include <vector>

#include "core/build/tracks/issue_log.h"
#include "core/store/snapshot.h"

namespace lanescope {

/// By start; of the snapshot's strings, categories and tracks. What was no step of its own is told.
/// Cost: a pass over the names, and one over the host slices where there are steps.
std::vector<Step> collect_steps(const Snapshot& snapshot, IssueLog& issues);

}  // namespace lanescope
