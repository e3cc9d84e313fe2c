// Where a sampled thread's own functions begin: below those that Python starts threads and
// processes with, and, after a fork, below the stack that the parent forked in.
#pragma once

#include <cstdint>

#include "core/store/snapshot.h"

namespace lanescope {

/// The row below the functions that started the thread, if they are open for nearly all of the time
/// it was seen in Python; 0 otherwise. Cost: 64 looks at the track's first rows, whatever its size.
std::uint32_t row_below_start(const Snapshot& snapshot, const Track& samples);

}  // namespace lanescope
