// Checks whether there is enough memory for OpenGL.
#pragma once

#include <optional>

#include "core/base/result.h"

namespace lanescope {

/// Mesa's drivers crash with a segmentation fault when an allocation fails. Call this before
/// initializing them: returns an error if the process may not map what they and the first frames
/// need, as under `ulimit -v`. Cost: two system calls.
std::optional<Error> missing_gl_memory();

}  // namespace lanescope
