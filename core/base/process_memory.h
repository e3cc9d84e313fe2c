// How the process as a whole keeps and gives back memory. For the program's main(): a library does
// not change its user's allocator.
#pragma once

namespace lanescope {

/// From now on memory that one thread allocates and another one frees goes back to the system at
/// once. Rows that workers fill are freed so, and would else wait in the worker's arena, which is a
/// quarter of the peak of a load. Before the first thread starts.
void map_large_blocks();

/// Gives back pages that are free by now. Cost: a walk over the heap. Any thread.
void return_freed_memory();

}  // namespace lanescope
