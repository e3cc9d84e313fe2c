// Memory for long arrays. From 2 MiB on it lies on huge pages where the system has them: filling a
// gigabyte trace's columns otherwise costs hundreds of thousands of page faults, a quarter of the
// load.
#pragma once

#include <cstddef>
#include <cstdlib>

namespace lanescope {

/// Uninitialised, aligned for any plain type; throws std::bad_alloc. Given back by FreeMemory.
void* allocate_memory(std::size_t bytes);

struct FreeMemory {
  void operator()(void* memory) const { std::free(memory); }
};

}  // namespace lanescope
