// The libraries that the program was built with.
#pragma once

#include <string_view>

namespace lanescope {

/// "Dear ImGui 1.90.1, fmt 9.1.0, …", with the versions that the build found; those that tell none
/// are named alone.
std::string_view library_versions();

}  // namespace lanescope
