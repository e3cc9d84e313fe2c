#include "app/platform/gl_memory.h"

#include <sys/mman.h>

namespace lanescope {

std::optional<Error> missing_gl_memory() {
  constexpr std::size_t kNeeded = std::size_t{640} << 20U;  // measured: 500 MiB, with their threads
  void* const room = ::mmap(nullptr, kNeeded, PROT_NONE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  if (room == MAP_FAILED)
    return Error{Error::Kind::Unsupported,
                 "not enough memory for OpenGL; raise the limit (`ulimit -v`)"};
  ::munmap(room, kNeeded);
  return std::nullopt;
}

}  // namespace lanescope
