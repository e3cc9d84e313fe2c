// The version of the program. The build reads it from here, so this is the only place to change it.
#pragma once

#include <string_view>

namespace lanescope {

inline constexpr std::string_view kVersion = "0.1.0";

}  // namespace lanescope
