// Files that have nothing to draw or to analyze, such as the recording of a program that failed
// before it used the GPU.
#pragma once

#include <string>

namespace lanescope {

struct Snapshot;

/// Whether it has no slices, instants, counters or allocator records. False while it is loaded.
/// Pure. Cost: a look at each counter.
bool holds_nothing(const Snapshot& trace);

/// One sentence on what a file of which holds_nothing() holds instead, without a final period.
std::string nothing_words(const Snapshot& trace);

}  // namespace lanescope
