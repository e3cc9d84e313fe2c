// Whether OpenGL and EGL can be loaded. Their functions that this folder calls are defined in
// loaded_gl_linux.cpp and forward to the libraries: the program links neither.
#pragma once

#include <optional>

#include "core/base/result.h"

namespace lanescope {

/// An error unless libGL and libEGL are on this machine; without it no function of theirs may be
/// called. Cost: loads both, once. Any thread.
std::optional<Error> missing_egl();

}  // namespace lanescope
