// Windows limits no program's memory but by what there is.
#include "app/platform/gl_memory.h"

namespace lanescope {

std::optional<Error> missing_gl_memory() {
  return std::nullopt;
}

}  // namespace lanescope
