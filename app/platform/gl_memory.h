// Whether there is room for OpenGL.
#pragma once

#include <optional>

#include <sys/mman.h>

#include "core/base/result.h"

namespace lanescope {

/// Drivers of Mesa end in a segmentation fault where they get no memory in the middle of their
/// work. So before they begin: an error when the process may not map what they and the first frames
/// need, as under `ulimit -v`. Cost: two calls of the system.
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
