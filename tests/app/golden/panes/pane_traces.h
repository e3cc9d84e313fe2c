// Traces that fill a pane: many of what it shows, each a little different from the one before.
#pragma once

#include <string>

namespace lanescope {

/// `count` launches by calls of 4 to 500 µs; what they launch waits from nothing to 40 ms.
std::string many_launches(int count);
/// Blocks of two GPUs and the host over five steps: long and short lives, sizes from bytes to
/// gigabytes, one step that takes far more than the others.
std::string many_blocks();
/// Operators of two number formats under the roofs of a GPU; one of them takes most of the time.
std::string many_operators(const std::string& device);
/// Python frames, modules and operators nested `depth` deep, with kernels; in turns on two threads.
std::string deep_stacks(int depth);

}  // namespace lanescope
