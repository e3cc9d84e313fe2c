// Selects the step ranges of a single loop, when several threads or processes have steps at the
// same time, or steps are nested.
#pragma once

#include <cstddef>
#include <vector>

#include "core/store/snapshot.h"

namespace lanescope {

struct LoopSteps {
  std::vector<Step> steps;        // by time; disjoint, except for clock rounding
  std::size_t inside_others = 0;  // left out: inside another step of the same thread
  std::size_t other_threads = 0;  // left out: the loop runs on another thread
};

/// Keeps the outermost ranges. Those of several threads are kept if they do not overlap, since a
/// loop may move to another thread; otherwise only those of the thread that has the most, on a tie
/// of the one that began first, because steps of two loops would cut each other. Cost: log(chunks)
/// for each range.
LoopSteps one_loop(const Snapshot& snapshot, std::vector<Step> ranges);

/// The same for the ProfilerStep ranges of the trace.
LoopSteps loop_steps(const Snapshot& snapshot);

}  // namespace lanescope
