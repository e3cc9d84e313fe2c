// Names of what a recording tells about itself, among its events of category overhead. Whoever
// reads recordings writes them; a trace that was converted from a recording has them too.
#pragma once

#include <string_view>

namespace lanescope {

inline constexpr std::string_view kPausedMark = "Paused";
inline constexpr std::string_view kTakenMark = "Another profiler took the GPU records";

}  // namespace lanescope
