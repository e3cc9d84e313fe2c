// Memory for the agent, directly from the system, because malloc belongs to the program.
#pragma once

#include <cstddef>

#include <sys/mman.h>

namespace lanescope::agent {

/// Zeroed memory, to be freed with munmap; null if out of memory. `flags`: additional mmap flags.
inline void* fresh_memory(std::size_t bytes, int flags = 0) {
  void* const memory =
      mmap(nullptr, bytes, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS | flags, -1, 0);
  return memory == MAP_FAILED ? nullptr : memory;
}

}  // namespace lanescope::agent
