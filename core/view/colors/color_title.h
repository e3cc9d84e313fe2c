// What the color of an event means, in words.
#pragma once

#include <string_view>

#include "core/store/category.h"

namespace lanescope {

/// "GEMM, conv"; of what was sampled "your code", "waiting for the GIL". Cost: that of
/// classify_name().
std::string_view color_title(CategoryKind kind, std::string_view name);

}  // namespace lanescope
