// Steps: the ProfilerStep markers of host threads, or other ranges that repeat, each with its own
// range. A marker without a length is a step too; analyses extend it to the next one
// (step_ranges.h). If it is the last one, nothing says where the step ends, and it is dropped.
// Markers with the same name and start are one step.
#pragma once

#include <cstdint>
#include <span>
#include <string_view>
#include <vector>

#include "core/build/tracks/issue_log.h"
#include "core/store/snapshot.h"

namespace lanescope {

struct StepInput {
  /// If not empty, steps are marked by other ranges, whose names are this and a number, or this
  /// alone. If no thread has any, they may be spans that do not overlap, such as NVTX ranges that
  /// were started and ended.
  std::string_view prefix;
  std::span<const EventId> unended = {};  // sorted; slices whose end is not in the trace
  /// Sorted; the text offsets of events whose beginning is not in the trace.
  std::span<const std::uint64_t> begun_earlier = {};
};

/// Sorted by start, from the snapshot's strings, categories and tracks. Markers that are not steps
/// of their own are reported. Cost: a pass over the names and, if there are steps, one over the
/// host slices.
std::vector<Step> collect_steps(const Snapshot& snapshot, const StepInput& in, IssueLog& issues);

}  // namespace lanescope
