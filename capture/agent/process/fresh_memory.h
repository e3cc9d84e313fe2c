// Memory of the agent's own, straight from the system: malloc is the program's.
#pragma once

#include <cstddef>

#include <sys/mman.h>

namespace lanescope::agent {

/// Zeros, to be given back by munmap; null: there is none. `flags` as mmap takes them besides.
inline void* fresh_memory(std::size_t bytes, int flags = 0) {
  void* const memory =
      mmap(nullptr, bytes, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS | flags, -1, 0);
  return memory == MAP_FAILED ? nullptr : memory;
}

}  // namespace lanescope::agent
