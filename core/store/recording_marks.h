// Names of what a recording says about itself, in events of category overhead. The reader of
// recordings creates them; a trace that was converted from a recording has them too.
#pragma once

#include <string_view>

namespace lanescope {

inline constexpr std::string_view kPausedMark = "Paused";
inline constexpr std::string_view kTakenMark = "Another profiler took the GPU records";

}  // namespace lanescope
