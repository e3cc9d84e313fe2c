// Traces that fill a pane with many items, each slightly different from the previous one.
#pragma once

#include <string>

namespace lanescope {

/// `count` launches by calls of 4 to 500 µs; the launched work waits 0 to 40 ms.
std::string many_launches(int count);
/// Blocks of two GPUs and the host over five steps: long and short lifetimes, sizes from bytes to
/// gigabytes, one step that allocates far more than the others.
std::string many_blocks();
/// Operators of two number formats below a GPU's roofline; one of them takes most of the time.
std::string many_operators(const std::string& device);
/// Python frames, modules and operators nested `depth` deep, with kernels; alternating between two
/// threads.
std::string deep_stacks(int depth);

}  // namespace lanescope
