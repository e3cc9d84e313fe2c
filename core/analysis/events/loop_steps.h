// Which ranges are the rounds of one loop, where threads, processes or nested ranges have others at
// the same time.
#pragma once

#include <cstddef>
#include <vector>

#include "core/store/snapshot.h"

namespace lanescope {

struct LoopSteps {
  std::vector<Step> steps;        // by time; but for the rounding of clocks none overlaps another
  std::size_t inside_others = 0;  // left out: they lie in another one of their thread
  std::size_t other_threads = 0;  // left out: another thread has the loop
};

/// The outermost ranges of all threads where those of different ones follow each other: a loop may
/// move to another thread. Where they overlap, those of the thread that has most, of equals of the
/// one that began first: steps of two loops would cut each other. Cost: log(chunks) for each range.
LoopSteps one_loop(const Snapshot& snapshot, std::vector<Step> ranges);

/// Of the ProfilerStep ranges.
LoopSteps loop_steps(const Snapshot& snapshot);

}  // namespace lanescope
