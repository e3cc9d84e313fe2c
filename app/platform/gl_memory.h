// Checks whether there is enough memory for OpenGL.
#pragma once

#include <optional>

#include <sys/mman.h>

#include "core/base/result.h"

namespace lanescope {

/// Mesa's drivers crash with a segmentation fault when an allocation fails. Call this before
/// initializing them: returns an error if the process may not map what they and the first frames
/// need, as under `ulimit -v`. Cost: two system calls.
inline std::optional<Error> missing_gl_memory() {
  constexpr std::size_t kNeeded = std::size_t{640} << 20U;  // measured: 500 MiB, with their threads
  void* const room = ::mmap(nullptr, kNeeded, PROT_NONE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  if (room == MAP_FAILED)
    return Error{Error::Kind::Unsupported,
                 "not enough memory for OpenGL; raise the limit (`ulimit -v`)"};
  ::munmap(room, kNeeded);
  return std::nullopt;
}

}  // namespace lanescope
